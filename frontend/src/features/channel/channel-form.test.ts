import { channelTypeOf } from '@contracts';
import { makeChannel } from '../../test-support/make-channel';
import { toCopy } from './channel-copy';
import {
  addModels,
  findChannelFault,
  newChannelDraft,
  presetOf,
  toCreate,
  toDraft,
  toEdit,
  withPreset,
  withType,
  type ChannelDraft,
} from './channel-form';

function draft(changes: Partial<ChannelDraft> = {}): ChannelDraft {
  return {
    ...newChannelDraft,
    name: 'main',
    key: 'sk-1',
    models: ['gpt-4o'],
    ...changes,
  };
}

const saved = makeChannel(3, {
  name: 'main',
  status: 3,
  key: 'sk-secret',
  group: 'default,vip',
  other_info: '{"status_reason":"x"}',
  response_time: 800,
  used_quota: 999,
  balance: 12,
  balance_updated_time: 1,
});

describe('the check of a channel form', () => {
  it.each<[string, Partial<ChannelDraft>]>([
    ['name_key', { name: ' ' }],
    ['name_key', { key: ' \n ' }],
    ['groups', { groups: [] }],
    ['models', { models: [] }],
    ['base_url', { baseUrl: 'ftp://example.com' }],
    ['base_url_required', { type: 3 }],
    ['other', { type: 39 }],
    ['region', { type: 41, other: '' }],
    ['region', { type: 41, other: '{"claude":"europe-west1"}' }],
    ['input_tokens_max', { inputTokensMax: '-1' }],
    ['model_mapping', { modelMapping: '{"a":' }],
    ['model_mapping', { modelMapping: '{"a":1}' }],
    ['status_code_mapping', { statusCodeMapping: '{"400":"99"}' }],
  ])('finds the fault %s', (fault, changes) => {
    expect(findChannelFault(draft(changes), { isNew: true })).toBe(fault);
  });

  it.each<[string, Partial<ChannelDraft>]>([
    ['the least', {}],
    ['an address with a model variable', { type: 8, baseUrl: 'https://example.com/v1/{model}/chat' }],
    ['a region', { type: 41, other: 'us-central1' }],
    ['regions with a default', { type: 41, other: '{"default":"us-central1"}' }],
    ['mappings', { modelMapping: '{"a":"b"}', statusCodeMapping: '{"400":"500"}' }],
  ])('accepts %s', (_what, changes) => {
    expect(findChannelFault(draft(changes), { isNew: true })).toBeNull();
  });

  it('requires no key when the channel has one already', () => {
    expect(findChannelFault(draft({ key: '' }), { isNew: false })).toBeNull();
  });
});

describe('a change of type', () => {
  it('fills in the usual models when none were chosen', () => {
    expect(withType(draft({ models: [] }), 36).models).toEqual(['suno_music', 'suno_lyrics']);
  });

  it('replaces the usual models of the previous type', () => {
    const untouched = draft({ models: channelTypeOf(1)?.defaultModels ?? [] });
    expect(withType(untouched, 36).models).toEqual(['suno_music', 'suno_lyrics']);
  });

  it('keeps chosen models', () => {
    expect(withType(draft({ models: ['mine'] }), 36).models).toEqual(['mine']);
  });
});

describe('a provider of the same protocol', () => {
  const deepseek = { baseUrl: 'https://api.deepseek.com', models: ['deepseek-v4-pro', 'deepseek-v4-flash'] };

  it('sets its address, and its models when none were chosen', () => {
    const filled = withPreset(draft({ models: [] }), 'deepseek');
    expect(filled).toMatchObject({ type: 1, baseUrl: deepseek.baseUrl });
    expect(filled.models).toEqual(expect.arrayContaining(deepseek.models));
    expect(presetOf(filled)?.id).toBe('deepseek');
    expect(withPreset(draft({ models: ['mine'] }), 'deepseek').models).toEqual(['mine']);
  });

  it('is replaced by the next one, or by none, with all values that it set', () => {
    const filled = withPreset(draft({ models: [] }), 'deepseek');
    expect(withPreset(filled, 'perplexity').models).toContain('sonar');
    expect(withPreset(filled, 'perplexity').models).not.toContain('deepseek-v4-pro');
    expect(withType(filled, 1)).toMatchObject({ baseUrl: '', models: channelTypeOf(1)?.defaultModels });
    expect(withType(filled, 36)).toMatchObject({ baseUrl: '', models: ['suno_music', 'suno_lyrics'] });
  });

  it('is recognised by its address, however it was typed, and only for its type', () => {
    expect(presetOf(draft({ baseUrl: 'https://api.deepseek.com/' }))?.id).toBe('deepseek');
    expect(presetOf(draft({ baseUrl: 'https://proxy.example.com' }))).toBeNull();
    expect(presetOf(draft({ type: 8, baseUrl: 'https://api.deepseek.com' }))).toBeNull();
    expect(withType(draft({ baseUrl: 'https://proxy.example.com' }), 8).baseUrl).toBe('https://proxy.example.com');
  });
});

describe('the name of a new channel', () => {
  it('follows the provider until another one is typed', () => {
    const named = withPreset(withType(draft({ name: '' }), 14), 'deepseek');
    expect(named.name).toBe('DeepSeek');
    expect(withType(named, 1).name).toBe('OpenAI');
    expect(withType({ ...named, name: 'mine' }, 1).name).toBe('mine');
  });
});

describe('the requests of a channel form', () => {
  it('join lists, cut trailing slashes and fill in the usual version', () => {
    const call = toCreate(
      draft({ type: 3, baseUrl: 'https://x.example.com//', models: ['a', 'b'], groups: ['default', 'vip'] }),
    );
    expect(call).toMatchObject({
      models: 'a,b',
      group: 'default,vip',
      base_url: 'https://x.example.com',
      other: '2023-06-01-preview',
    });
  });

  it('send an organization only for the type that has one', () => {
    expect(toCreate(draft({ organization: 'org' })).openai_organization).toBe('org');
    expect(toCreate(draft({ type: 14, organization: 'org' })).openai_organization).toBeNull();
  });

  it('keep the lines of several keys, and join a single key that was copied with a line break', () => {
    expect(toCreate(draft({ key: 'a\nb\n', isBatch: true })).key).toBe('a\nb');
    expect(toCreate(draft({ key: 'abc\ndef' })).key).toBe('abcdef');
    expect(toCreate(draft({ type: 41, key: '{\n"a":1\n}' })).key).toBe('{\n"a":1\n}');
  });

  it('put all lines into one channel only when that was chosen', () => {
    const lines = { key: 'a\nb', isBatch: true };
    expect(toCreate(draft(lines)).several_keys).toBe(false);
    expect(toCreate(draft({ ...lines, isShared: true })).several_keys).toBe(true);
    expect(toCreate(draft({ key: 'a', isShared: true })).several_keys).toBe(false);
    expect(toCreate(draft({ ...lines, isShared: true, type: 41 })).several_keys).toBe(false);
  });

  it('keep the several keys of a channel that has them', () => {
    const edit = toEdit(toDraft({ ...saved, several_keys: true }), 3);
    expect(edit).toMatchObject({ several_keys: true });
    expect('key' in edit).toBe(false);
    expect(toCopy({ ...saved, several_keys: true, key: 'a\nb' }, '_copy')).toMatchObject({
      several_keys: true,
      key: 'a\nb',
    });
  });

  it('leave the key out of an edit that did not touch it', () => {
    const edit = toEdit(toDraft(saved), saved.id);
    expect('key' in edit).toBe(false);
    expect(edit).toMatchObject({ id: 3, group: 'default,vip', models: 'gpt-4o,o3' });
  });

  it('send a new key with an edit', () => {
    expect(toEdit({ ...toDraft(saved), key: ' sk-2 ' }, 3).key).toBe('sk-2');
  });

  it('copy a channel without its id, state, usage and measurements', () => {
    const copy = toCopy(saved, '_copy');
    expect(copy).toMatchObject({ name: 'main_copy', key: 'sk-secret', priority: 5 });
    for (const field of ['id', 'status', 'balance', 'used_quota', 'response_time', 'other_info']) {
      expect(field in copy).toBe(false);
    }
  });
});

describe('typed model names', () => {
  it('are added once each', () => {
    expect(addModels(['a'], 'b, c,b')).toEqual({ models: ['a', 'b', 'c'], hadSome: true });
    expect(addModels(['a'], 'b\nc')).toEqual({ models: ['a', 'b', 'c'], hadSome: false });
  });

  it('are not added when they are present already', () => {
    expect(addModels(['a'], ' a ')).toEqual({ models: ['a'], hadSome: true });
  });
});
