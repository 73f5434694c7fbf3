import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../shared/dialog/notices';
import { useStatus } from '../../site/use-status';

export interface HumanCheck {
  readonly isOn: boolean;
  readonly siteKey: string;
  /** To be sent along with guarded calls; undefined while the check is off. */
  readonly token: string | undefined;
  /** Counts how often another token was asked for. */
  readonly round: number;
  /** Empty when there is none any more. */
  readonly setToken: (token: string) => void;
  /** Whether a guarded call may be made now; says so when not. */
  readonly admit: () => boolean;
  /** Asks for another token: after a refusal the server may not take this one again. */
  readonly renew: () => void;
}

/**
 * The human check of one page. A page has one token for all of its calls: the server remembers the browser for a while
 * once it has seen a good one, so a used token stays until the next one is there.
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
