import { fitsModel, fittingRules, isSampled, type InspectRule } from './inspect-rule';

const any: InspectRule = {
  id: 7,
  isOwn: false,
  userId: 0,
  tokenId: 0,
  channelId: 0,
  modelName: '',
  perMille: 1000,
  onlyFailures: false,
  createdAtMs: 0,
  expiresAtMs: 2000,
  createdBy: 'root',
  note: '',
};
const call = { requestId: 'a', userId: 3, tokenId: 5, model: 'gpt-4o' };

describe('inspect rules', () => {
  it.each([
    ['any call', {}, true],
    ['the user', { userId: 3 }, true],
    ['another user', { userId: 4 }, false],
    ['the key', { tokenId: 5 }, true],
    ['user and another key', { userId: 3, tokenId: 6 }, false],
  ])('fit %s', (_name, fields, fits) => {
    expect(fittingRules([{ ...any, ...fields }], call, 1000)).toHaveLength(fits ? 1 : 0);
  });

  it('end at their time', () => {
    expect(fittingRules([any], call, 1999)).toHaveLength(1);
    expect(fittingRules([any], call, 2000)).toHaveLength(0);
  });

  it.each([
    ['', true],
    ['gpt-4o', true],
    ['gpt-4', false],
    ['gpt-*', true],
    ['*', true],
    ['claude*', false],
  ])('with the model %j', (modelName, fits) => {
    expect(fitsModel({ ...any, modelName }, 'gpt-4o')).toBe(fits);
  });

  it('choose their share of calls, by rule and alike everywhere', () => {
    const ids = Array.from({ length: 20_000 }, (_, at) => `20261126${at}`);
    for (const perMille of [1, 50, 500, 999]) {
      const chosen = ids.filter(id => isSampled({ id: 1, perMille }, id)).length;
      expect(Math.abs(chosen / ids.length - perMille / 1000)).toBeLessThan(0.02);
    }
    expect(ids.every(id => isSampled({ id: 1, perMille: 1000 }, id))).toBe(true);
    const both = ids.filter(id => isSampled({ id: 1, perMille: 500 }, id) && isSampled({ id: 2, perMille: 500 }, id));
    expect(Math.abs(both.length / ids.length - 0.25)).toBeLessThan(0.03);
  });
});
