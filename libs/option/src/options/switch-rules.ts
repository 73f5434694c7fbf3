import { isOptionKey, optionRow, type OptionKey } from '@contracts';
import { AppError, type ErrorCode } from '@kernel';

/**
 * The refusal of each switch that needs other settings first; switches without an own refusal share OPTION_REQUIRES.
 */
const refusalOf: { readonly [Key in OptionKey]?: ErrorCode } = {
  GitHubOAuthEnabled: 'OPTION_REQUIRES_GITHUB',
  LinuxDoOAuthEnabled: 'OPTION_REQUIRES_LINUXDO',
  WeChatAuthEnabled: 'OPTION_REQUIRES_WECHAT',
  TelegramOAuthEnabled: 'OPTION_REQUIRES_TELEGRAM',
  TurnstileCheckEnabled: 'OPTION_REQUIRES_TURNSTILE',
  EmailDomainRestrictionEnabled: 'OPTION_REQUIRES_DOMAINS',
  EmailVerificationEnabled: 'OPTION_REQUIRES_MAIL',
  MonitorLinkEnabled: 'OPTION_REQUIRES_MONITOR',
};

const thirdPartyLogins = [
  'GitHubOAuthEnabled',
  'LinuxDoOAuthEnabled',
  'WeChatAuthEnabled',
  'TelegramOAuthEnabled',
  'OidcEnabled',
] as const satisfies readonly OptionKey[];

/** The keys whose stored text decides whether an option may be saved. */
export function keysConsulted(key: OptionKey): readonly OptionKey[] {
  const required = (optionRow(key).requires?.keys ?? []).flatMap(keys => keys.split('|')).filter(isOptionKey);
  return key === 'PasswordLoginEnabled' ? [...required, ...thirdPartyLogins] : required;
}

/**
 * Checks whether a switch may take a value, given the texts of the options that it depends on.
 *
 * @param textOf text of another option at this moment; for a secret any text that is not empty means that it is set
 * @throws AppError OPTION_REQUIRES_* when turned on too early, OPTION_LAST_LOGIN when no way to sign in would be left
 */
export function checkSwitch(key: OptionKey, text: string, textOf: (other: OptionKey) => string): void {
  if (key === 'PasswordLoginEnabled' && text === 'false') {
    if (thirdPartyLogins.every(login => textOf(login) !== 'true')) throw new AppError('OPTION_LAST_LOGIN');
  }
  const { requires } = optionRow(key);
  if (!requires || text !== 'true') return;
  const isSet = (name: string): boolean => isOptionKey(name) && textOf(name).trim() !== '';
  const missing = requires.keys.filter(keys => !keys.split('|').some(isSet));
  if (missing.length === 0) return;
  const fields = missing.map(keys => keys.replaceAll('|', ' / ')).join(', ');
  throw new AppError(refusalOf[key] ?? 'OPTION_REQUIRES', { params: { feature: requires.feature, fields } });
}
