import { type TokenView } from '@contracts';
import { findTokenFault, newTokenDraft, toCreates, toDraft, toEdit, type TokenDraft } from './token-form';

function draft(changes: Partial<TokenDraft> = {}): TokenDraft {
  return { ...newTokenDraft, group: 'default', ...changes };
}

const saved: TokenView = {
  id: 5,
  user_id: 1,
  key: 'abc',
  status: 1,
  name: 'laptop',
  created_time: 1,
  accessed_time: 1,
  accessed_ip: '',
  accessed_client: '',
  rotated_time: 0,
  previous_ends_time: 0,
  disabled_by_admin: false,
  expired_time: -1,
  remain_quota: -3,
  unlimited_quota: false,
  used_quota: 9,
  model_limits_enabled: true,
  model_limits: 'gpt-4o, o3',
  ip_limits: '',
  default_model: '',
  rate_limit_enabled: false,
  rate_limit_interval: 1,
  rate_limit_count: 1,
  rpm_limit: 0,
  tpm_limit: 0,
  max_concurrency: 0,
  rpd_limit: 0,
  team_id: 0,
  tags: '',
  group: 'vip',
};

describe('the check of a token form', () => {
  it.each<[string, Partial<TokenDraft>]>([
    ['group', { group: '' }],
    ['name', { name: 'x'.repeat(31) }],
    ['expiry', { expiry: 'soon' }],
    ['quota', { quota: '1.5' }],
    ['quota', { quota: '-1' }],
    ['quota', { quota: '' }],
    ['rateInterval', { hasRateLimit: true, rateIntervalSeconds: '0' }],
    ['rateCount', { hasRateLimit: true, rateCount: '0' }],
    ['count', { count: '0' }],
    ['count', { count: '2.5' }],
  ])('finds the fault %s', (fault, changes) => {
    expect(findTokenFault(draft(changes), null)).toBe(fault);
  });

  it.each<[string, Partial<TokenDraft>]>([
    ['the defaults', {}],
    ['a name of 30 characters', { name: 'x'.repeat(30) }],
    ['no quota while unlimited', { isUnlimited: true, quota: '' }],
    ['rate fields that are switched off', { rateIntervalSeconds: '0', rateCount: '' }],
    ['a date', { expiry: '2030-01-01T00:00:00' }],
  ])('accepts %s', (_what, changes) => {
    expect(findTokenFault(draft(changes), null)).toBeNull();
  });

  it('accepts an overdrawn balance that was not edited', () => {
    const loaded = toDraft(saved);
    expect(findTokenFault(loaded, loaded)).toBeNull();
    expect(findTokenFault({ ...loaded, quota: '-4' }, loaded)).toBe('quota');
  });
});

describe('the requests for new tokens', () => {
  const suffix = () => 'abc123';

  it('keep a meaningful name of a single token', () => {
    expect(toCreates(draft({ name: ' laptop ' }), suffix).map(({ name }) => name)).toEqual(['laptop']);
  });

  it.each(['', '  ', 'default'])('generate a name for "%s"', name => {
    expect(toCreates(draft({ name }), suffix)[0]?.name).toBe('token-abc123');
  });

  it('give each of several tokens a suffix of its own', () => {
    let count = 0;
    const made = toCreates(draft({ name: 'batch', count: '3' }), () => `s${(count += 1)}`);
    expect(made.map(({ name }) => name)).toEqual(['batch-s1', 'batch-s2', 'batch-s3']);
  });

  it('keep long names with a suffix within the limit', () => {
    const [first] = toCreates(draft({ name: 'x'.repeat(30), count: '2' }), suffix);
    expect(first?.name).toHaveLength(30);
    expect(first?.name.endsWith('-abc123')).toBe(true);
  });

  it('send lists with commas, limits as numbers, and -1 for no expiry', () => {
    const [call] = toCreates(
      draft({ hasModelLimits: true, models: ['a', 'b'], addresses: ' 10.0.0.1 ,\n10.1.0.0/16,', quota: '42' }),
      suffix,
    );
    expect(call).toMatchObject({
      model_limits_enabled: true,
      model_limits: 'a,b',
      ip_limits: '10.0.0.1,10.1.0.0/16',
      remain_quota: 42,
      expired_time: -1,
    });
  });
});

describe('the request of a token edit', () => {
  it('contains the quota that the form began with', () => {
    expect(toEdit({ ...toDraft(saved), quota: '100' }, saved)).toMatchObject({
      id: 5,
      remain_quota: 100,
      remain_quota_loaded: -3,
    });
  });

  it('keeps the name when the field is empty, and a balance that was not edited', () => {
    expect(toEdit({ ...toDraft(saved), name: ' ' }, saved)).toMatchObject({ name: 'laptop', remain_quota: -3 });
  });
});
