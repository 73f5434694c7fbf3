import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from './notices';

/**
 * Says that a call has succeeded; the error listener says when it has not.
 *
 * @returns a function that waits for the call and returns whether it has succeeded
 */
export function useAnnounce(): (call: PromiseLike<{ readonly error?: unknown }>) => Promise<boolean> {
  const { t } = useTranslation();
  return useCallback(
    async call => {
      const { error } = await call;
      if (!error) notices.success(t('common.operation_done'));
      return !error;
    },
    [t],
  );
}
