import { modelTags } from '@contracts';
import i18next from 'i18next';
import { startTranslations } from '../../i18n';
import { makerNamed, makerOf, modelMakers } from './model-makers';
import { tagLabel, tagsByName } from './model-tags';

describe('the maker of a model', () => {
  it.each([
    ['gpt-4o', 'OpenAI'],
    ['dall-e-3', 'OpenAI'],
    ['gpt-4-all', 'ChatGPT Plus'],
    ['gpt-4-gizmo-g-abc', 'ChatGPT Plus'],
    ['o1-preview-all', 'ChatGPT Plus'],
    ['o1-preview', 'OpenAI'],
    ['claude-3-5-sonnet-20241022', 'Claude'],
    ['ERNIE-4.0-8K', 'ERNIE'],
    ['Baichuan4', 'Baichuan'],
    ['SparkDesk-v3.5', 'Spark'],
    ['kimi-latest', 'Moonshot'],
    ['360gpt-turbo', '360'],
    ['mj_imagine', 'Midjourney'],
  ])('of %s is %s', (model, name) => expect(makerOf(model)?.name).toBe(name));

  it('is null when no prefix fits, or when the prefix is not at the beginning', () => {
    expect(makerOf('my-own-model')).toBeNull();
    expect(makerOf('not-gpt')).toBeNull();
    expect(makerOf('')).toBeNull();
  });

  it('is found by the name that an administrator writes', () => {
    expect(makerNamed(' openai ')?.name).toBe('OpenAI');
    expect(makerNamed('Somebody')).toBeNull();
  });

  it('has one name and one icon', () => {
    expect(new Set(modelMakers.map(({ name }) => name)).size).toBe(modelMakers.length);
    expect(modelMakers.filter(({ icon }) => !icon)).toEqual([]);
  });
});

describe('the tags by the name of a model', () => {
  it.each([
    ['tts-1-hd', ['text to speech', 'HD']],
    ['tts-1', ['text to speech']],
    ['whisper-1', ['speech to text']],
    ['dall-e-3', ['drawing']],
    ['suno_music', ['music']],
    ['luma-video', ['video']],
    ['o1-mini', ['reasoning']],
    ['gpt-4-gizmo-g-abc', ['GPTS']],
    ['search-gpts-chat', ['GPTS']],
    ['gpt-4-all', ['chat', 'multimodal', 'web']],
    ['gpt-4-net', ['chat', 'web']],
    ['claude-3-5-sonnet', ['chat']],
    ['anything', ['chat']],
  ])('of %s are %j', (model, tags) => expect(tagsByName(model)).toEqual(tags));

  it('all have a text, and tags outside the list keep their own', async () => {
    await startTranslations('en');
    expect(modelTags.map(tag => tagLabel(tag, i18next.t))).toEqual(modelTags);
    expect(tagLabel('text to speech', i18next.t)).toBe('text to speech');
    expect(tagLabel('cheap', i18next.t)).toBe('cheap');
  });
});
