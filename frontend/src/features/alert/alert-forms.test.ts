import { alertKindNames, alertReceiverKindNames, type AlertReceiverView } from '@contracts';
import {
  findReceiverFault,
  keptReceiver,
  newReceiverDraft,
  ofKind,
  toReceiverSave,
  type ReceiverDraft,
} from './receiver-form';
import { findRuleFault, kindDefaults, newRuleDraft, toRuleSave, type RuleDraft } from './rule-form';

function rule(changes: Partial<RuleDraft> = {}): RuleDraft {
  return { ...newRuleDraft('error_rate', [1]), ...changes };
}

function receiver(kind: ReceiverDraft['kind'], fields: Partial<ReceiverDraft['fields']> = {}): ReceiverDraft {
  const draft = { ...newReceiverDraft('en'), ...ofKind(kind) };
  return { ...draft, fields: { ...draft.fields, ...fields } };
}

describe('the draft of a rule', () => {
  it.each(alertKindNames)('of kind %s is one that may be saved as it begins', kind => {
    expect(findRuleFault(newRuleDraft(kind, []))).toBeNull();
  });

  it.each([
    [{ threshold: '0' }, 'threshold'],
    [{ threshold: '1.5' }, 'threshold'],
    [{ threshold: '' }, 'threshold'],
    [{ threshold: '101' }, 'threshold'],
    [{ window: '4' }, 'window'],
    [{ minimum: '-1' }, 'minimum'],
    [{ lasting: '1441' }, 'lasting'],
    [{ remind: 'often' }, 'remind'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ scopeBy: 'channel', scopeValues: ['seven'] }, 'scope'],
    [{ scopeBy: 'channel', scopeValues: [] }, null],
    [{ scopeBy: 'model', scopeValues: ['gpt-4o'] }, null],
    [{ quietFrom: '22:00' }, 'quiet'],
    [{ quietFrom: '22:00', quietTo: '22:00' }, 'quiet'],
    [{ quietFrom: '22:00', quietTo: '7:00' }, 'quiet'],
    [{ quietFrom: '22:00', quietTo: '07:00' }, null],
  ] as const)('with %j has the fault %s', (changes, fault) => {
    expect(findRuleFault(rule(changes))).toBe(fault);
  });

  it('must say whose spend is watched', () => {
    const spend = { ...rule(kindDefaults('spend')), scopeBy: 'user' } as const;
    expect(findRuleFault(spend)).toBe('scope');
    expect(findRuleFault({ ...spend, scopeValues: ['3'] })).toBeNull();
  });

  it('becomes a request with numbers, and without values of a scope that has none', () => {
    const request = toRuleSave(rule({ name: ' calls ', scopeBy: 'all', scopeValues: ['7'] }));
    expect(request).toMatchObject({ name: 'calls', threshold: 50, window_minutes: 15, scope_values: [] });
  });
});

describe('the draft of a receiver', () => {
  it.each(alertReceiverKindNames.filter(kind => kind !== 'mail'))('of kind %s wants an address or a chat', kind => {
    expect(findReceiverFault(receiver(kind), [])).toBe(kind === 'telegram' ? 'token' : 'address');
  });

  it('of a webhook begins with a secret of its own', () => {
    const address = 'https://hook.example/x';
    expect(receiver('webhook').fields.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(findReceiverFault(receiver('webhook', { address }), [])).toBeNull();
    expect(findReceiverFault(receiver('webhook', { address, secret: 'short' }), [])).toBe('secret');
  });

  it.each([
    ['mail', { to: '' }, null],
    ['mail', { to: 'a@b.example, c' }, 'to'],
    ['slack', { address: 'hooks.slack.com' }, 'address'],
    ['telegram', { token: 't', chat_id: '1', thread_id: 'x' }, 'thread_id'],
    ['telegram', { token: 't', chat_id: '1', base_url: 'here' }, 'base_url'],
    ['telegram', { token: 't', chat_id: '@ops' }, null],
  ] as const)('of kind %s with %j has the fault %s', (kind, fields, fault) => {
    expect(findReceiverFault(receiver(kind, fields), [])).toBe(fault);
  });

  it('may leave secrets empty that the server has', () => {
    expect(findReceiverFault(receiver('slack'), ['address'])).toBeNull();
  });

  it('sends only the fields of its kind', () => {
    expect(toReceiverSave(receiver('slack', { address: ' https://a.example ', token: 'other' }))).toEqual({
      name: '',
      kind: 'slack',
      enabled: true,
      language: 'en',
      cleared: [],
      address: 'https://a.example',
    });
  });

  it('keeps everything when a receiver is switched off', () => {
    const view: AlertReceiverView = {
      id: 4,
      name: 'team',
      kind: 'lark',
      enabled: true,
      language: 'zh',
      shown: { address: 'https://open.feishu.cn/…' },
      secrets_set: ['address', 'secret'],
      sent_time: 0,
      error: '',
      error_time: 0,
    };
    const kept = { id: 4, name: 'team', kind: 'lark', language: 'zh', cleared: [], address: '', secret: '' };
    expect(keptReceiver(view, { enabled: false })).toEqual({ ...kept, enabled: false });
  });
});
