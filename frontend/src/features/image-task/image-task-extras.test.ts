import { readButtons, readWords } from './image-task-extras';

describe('the buttons of an image task', () => {
  it('are named by their emoji and their label', () => {
    const text = JSON.stringify([
      { customId: 'a', emoji: '', label: 'U1' },
      { customId: 'b', emoji: '🔄', label: '' },
      { customId: 'c', emoji: '🔍', label: 'Zoom' },
      { customId: 'd' },
      'nonsense',
      null,
    ]);
    expect(readButtons(text).map(({ label }) => label)).toEqual(['U1', '🔄', '🔍 Zoom']);
  });

  it('have unique keys, even when the upstream repeats itself', () => {
    const keys = readButtons('[{"label":"U1"},{"label":"U1"}]').map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  it.each(['', '{}', 'null', '{nonsense', '"U1"'])('are none for %j', text => {
    expect(readButtons(text)).toEqual([]);
  });
});

describe('the prompts of an image task', () => {
  it.each([
    ['{"finalPrompt":"a fox","finalZhPrompt":"狐狸"}', { final: 'a fox', finalChinese: '狐狸', rest: '' }],
    ['{"finalPrompt":"a fox","seed":1}', { final: 'a fox', finalChinese: '', rest: '{"seed":1}' }],
    ['{"finalPrompt":7}', { final: '', finalChinese: '', rest: '' }],
    ['', { final: '', finalChinese: '', rest: '' }],
    ['null', { final: '', finalChinese: '', rest: '' }],
    ['{}', { final: '', finalChinese: '', rest: '' }],
    ['{cut', { final: '', finalChinese: '', rest: '{cut' }],
    ['[1]', { final: '', finalChinese: '', rest: '[1]' }],
  ])('are read from %s', (text, words) => {
    expect(readWords(text)).toEqual(words);
  });
});
