import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../shared/dialog/notices';
import { useStatus } from '../../site/use-status';

export interface HumanCheck {
  readonly isOn: boolean;
  readonly siteKey: string;
  /** The token that guarded calls send along; undefined while the check is off. */
  readonly token: string | undefined;
  /** Counts how often a new token was requested. */
  readonly round: number;
  /** Sets the token; an empty text means that the last one is no longer valid. */
  readonly setToken: (token: string) => void;
  /** Says whether a guarded call may be made now, and shows a notice when it may not. */
  readonly admit: () => boolean;
  /** Requests a new token: after a refusal the server may not accept this one again. */
  readonly renew: () => void;
}

/**
 * The human check of one page. A page has one token for all of its calls. The server remembers the browser for a while
 * after it has seen a valid token, so a used token stays until the next one arrives.
 */
export function useHumanCheck(): HumanCheck {
  const { t } = useTranslation();
  const { turnstile_check: isOn = false, turnstile_site_key: siteKey = '' } = useStatus();
  const [token, setToken] = useState('');
  const [round, setRound] = useState(0);
  const admit = () => {
    if (!isOn || token !== '') return true;
    notices.warning(t('auth.human_wait'));
    return false;
  };
  const renew = () => setRound(current => current + 1);
  return { isOn, siteKey, token: isOn ? token : undefined, round, setToken, admit, renew };
}
