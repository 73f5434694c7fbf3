import { optionKeys, optionRow, type OptionKey } from '@contracts';
import { isAppError } from '@kernel';
import { checkSwitch, keysConsulted } from './switch-rules';

function outcome(key: OptionKey, text: string, others: Partial<Record<OptionKey, string>>): string {
  try {
    checkSwitch(key, text, other => others[other] ?? '');
    return 'allowed';
  } catch (error) {
    return isAppError(error) ? error.message : String(error);
  }
}

describe('turning on a switch', () => {
  it.each([
    ['GitHubOAuthEnabled', 'cannot enable GitHub OAuth, fill in client id and secret first'],
    ['LinuxDoOAuthEnabled', 'cannot enable LINUX DO OAuth, fill in client id and secret first'],
    ['WeChatAuthEnabled', 'cannot enable WeChat login, fill in its settings first'],
    ['TelegramOAuthEnabled', 'cannot enable Telegram OAuth, fill in the bot token first'],
    ['TurnstileCheckEnabled', 'cannot enable Turnstile, fill in its settings first'],
    ['EmailDomainRestrictionEnabled', 'cannot enable the e-mail domain restriction, fill in the domains first'],
  ] as const)('of %s without its settings is refused', (key, message) =>
    expect(outcome(key, 'true', {})).toBe(message),
  );

  it('has a sentence of its own for every switch with a condition', () => {
    const switches = optionKeys.filter(key => optionRow(key).requires);
    expect(switches.filter(key => outcome(key, 'true', {}).includes('{'))).toEqual([]);
    expect(new Set(switches.map(key => outcome(key, 'true', {}))).size).toBe(switches.length);
  });

  it('needs all of its settings, not only one', () => {
    expect(outcome('GitHubOAuthEnabled', 'true', { GitHubClientId: 'id' })).not.toBe('allowed');
    expect(outcome('GitHubOAuthEnabled', 'true', { GitHubClientId: 'id', GitHubClientSecret: 's' })).toBe('allowed');
  });

  it('takes either of two settings where one is enough', () => {
    expect(outcome('EmailVerificationEnabled', 'true', { SMTPServer: 'm', SMTPFrom: 'a@b' })).toBe('allowed');
    expect(outcome('EmailVerificationEnabled', 'true', { SMTPServer: 'm', SMTPAccount: 'a' })).toBe('allowed');
    expect(outcome('EmailVerificationEnabled', 'true', { SMTPServer: 'm' })).not.toBe('allowed');
  });

  it('may always be undone by turning it off', () => {
    expect(outcome('GitHubOAuthEnabled', 'false', {})).toBe('allowed');
  });
});

describe('turning off password login', () => {
  it('is refused while it is the only way in', () => {
    expect(outcome('PasswordLoginEnabled', 'false', {})).toMatch(/password login cannot be turned off/);
  });

  it('is allowed beside a third-party login', () => {
    expect(outcome('PasswordLoginEnabled', 'false', { WeChatAuthEnabled: 'true' })).toBe('allowed');
    expect(keysConsulted('PasswordLoginEnabled')).toContain('WeChatAuthEnabled');
  });
});
