import { Chat, Comment, GitBranch, IdNumber, SendMessage } from '@blueprintjs/icons';
import { type OwnUser } from '@contracts';
import { type TFunction } from 'i18next';
import { type ReactElement } from 'react';
import { type KnownStatus } from '../../base/site/use-status';
import { providerNames } from '../../base/sign-in/provider-names';
import { type BindProvider } from './personal-api';

/** A site whose account can be attached to the own one. */
export interface BindWay {
  readonly provider: BindProvider;
  readonly name: string;
  readonly icon: ReactElement;
  /** The attached account; empty when there is none. */
  readonly account: string;
  /** True when an account can be attached now. */
  readonly isOn: boolean;
}

/** The sites that are switched on, and those with an attached account: an attached account can always be removed. */
export function bindWaysOf(user: OwnUser, status: KnownStatus, t: TFunction): readonly BindWay[] {
  const hasTelegram = status.telegram_oauth === true && Boolean(status.telegram_bot_name);
  const ways: readonly BindWay[] = [
    {
      provider: 'wechat',
      name: t('auth.wechat'),
      icon: <Chat />,
      account: user.wechat_id,
      isOn: status.wechat_login === true,
    },
    {
      provider: 'github',
      name: providerNames.github,
      icon: <GitBranch />,
      account: user.github_id,
      isOn: status.github_oauth === true,
    },
    {
      provider: 'linuxdo',
      name: providerNames.linuxdo,
      icon: <Comment />,
      account: user.linuxdo_id,
      isOn: status.linuxdo_oauth === true,
    },
    {
      provider: 'telegram',
      name: 'Telegram',
      icon: <SendMessage />,
      account: user.telegram_id,
      isOn: hasTelegram,
    },
    {
      provider: 'oidc',
      name: status.oidc_name || providerNames.oidc,
      icon: <IdNumber />,
      account: user.oidc_id,
      isOn: status.oidc_login === true,
    },
  ];
  return ways.filter(({ isOn, account }) => isOn || Boolean(account));
}
