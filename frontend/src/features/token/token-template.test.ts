import { type TokenTemplate } from '@contracts';
import { newTokenDraft, type TokenDraft } from './token-form';
import { fromTemplate, toTemplate } from './token-template';

const NOW = 1_760_000_000;

const draft: TokenDraft = {
  ...newTokenDraft,
  name: 'laptop',
  group: 'vip',
  quota: '900',
  hasModelLimits: true,
  models: ['gpt-4o', 'o3'],
  addresses: '10.0.0.0/8',
  defaultModel: 'o3',
};

describe('a template of keys', () => {
  const saved = toTemplate(draft, { name: 'team', isSite: false, nowSeconds: NOW });

  it('has the values of the form, but its own name', () => {
    expect(saved).toMatchObject({ name: 'team', group: 'vip', remain_quota: 900, model_limits: 'gpt-4o,o3' });
    expect(saved).not.toHaveProperty('expired_time');
    expect(saved.expires_in_seconds).toBe(-1);
  });

  it('fills a new form with the same values, and leaves the name to its reader', () => {
    const { name: _name, count: _count, teamId: _team, isShared: _shared, tags: _tags, ...values } = draft;
    expect(fromTemplate({ ...saved, id: 1 } as TokenTemplate, NOW)).toEqual(values);
  });

  it('keeps an expiry as the time until it', () => {
    const timed = fromTemplate({ ...saved, id: 1, expires_in_seconds: 7200 } as TokenTemplate, NOW);
    const again = toTemplate({ ...draft, ...timed }, { name: 'team', isSite: true, nowSeconds: NOW });
    expect(again).toMatchObject({ expires_in_seconds: 7200, is_site: true });
  });
});
