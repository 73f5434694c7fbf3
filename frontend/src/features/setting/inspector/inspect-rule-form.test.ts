import { findRuleFault, isForAll, newRuleDraft, toRuleCreate } from './inspect-rule-form';

describe('the form of an inspect rule', () => {
  it('is complete at first, and records every call then', () => {
    expect(findRuleFault(newRuleDraft)).toBeNull();
    expect(isForAll(newRuleDraft)).toBe(true);
    expect(isForAll({ ...newRuleDraft, model: 'gpt-*' })).toBe(false);
    expect(isForAll({ ...newRuleDraft, share: '999' })).toBe(false);
  });

  it.each([
    ['user', { user: '0' }],
    ['token', { token: '1.5' }],
    ['channel', { channel: 'a' }],
    ['model', { model: 'a'.repeat(256) }],
    ['share', { share: '1001' }],
    ['share', { share: '' }],
    ['hours', { hours: '0' }],
    ['hours', { hours: '169' }],
  ])('finds a wrong %s', (fault, fields) => {
    expect(findRuleFault({ ...newRuleDraft, ...fields })).toBe(fault);
  });

  it('sends nothing typed as any', () => {
    expect(toRuleCreate({ ...newRuleDraft, model: ' m ', hours: '168', share: '1' })).toEqual({
      user_id: 0,
      token_id: 0,
      channel_id: 0,
      model_name: 'm',
      per_mille: 1,
      only_failures: false,
      hours: 168,
      note: '',
    });
  });
});
