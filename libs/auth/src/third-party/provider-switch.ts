import { type OptionValues } from '@contracts';
import { AppError } from '@kernel';
import { providerLabels, type ProviderId } from './third-party-account';

/** Providers whose settings are fixed options; the generic one has its own. */
export type KnownProvider = Exclude<ProviderId, 'oidc'>;

/** Whether a provider is turned on and completely configured; with only some of its settings it is off. */
const isOpen: Readonly<Record<KnownProvider, (options: OptionValues) => boolean>> = {
  github: options => options.GitHubOAuthEnabled && allSet(options.GitHubClientId, options.GitHubClientSecret),
  linuxdo: options => options.LinuxDoOAuthEnabled && allSet(options.LinuxDoClientId, options.LinuxDoClientSecret),
  wechat: options => options.WeChatAuthEnabled && allSet(options.WeChatServerAddress, options.WeChatServerToken),
  telegram: options => options.TelegramOAuthEnabled && allSet(options.TelegramBotToken),
};

/** @throws AppError OAUTH_DISABLED */
export function requireOpen(provider: KnownProvider, options: OptionValues): void {
  if (isOpen[provider](options)) return;
  throw new AppError('OAUTH_DISABLED', { params: { provider: providerLabels[provider] } });
}

function allSet(...texts: readonly string[]): boolean {
  return texts.every(text => text.trim() !== '');
}
