import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { notices } from '../../shared/dialog/notices';

const FIELD = 'bind_error';
/** Any text can be put into a link, so at most one line of it is shown. */
const REASON_MAX = 200;

/** Says why Telegram could not be attached: the server sends the browser here with the reason in the address. */
export function useBindError(): void {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const reason = parameters.get(FIELD);
  useEffect(() => {
    if (reason === null) return;
    notices.error(t('personal.bind_failed', { reason: reason.slice(0, REASON_MAX) }));
    setParameters(
      current => {
        const rest = new URLSearchParams(current);
        rest.delete(FIELD);
        return rest;
      },
      { replace: true },
    );
  }, [reason, t, setParameters]);
}
