import { type TokenView } from '@contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { useCreateDefaultTokenMutation, useListQuickTokensQuery } from './chat-api';

export interface QuickTokens {
  /** Undefined until there is at least one token. */
  readonly tokens: readonly TokenView[] | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** The own tokens; a user without tokens gets one. */
export function useQuickTokens(): QuickTokens {
  const { t } = useTranslation();
  const { data, isError, refetch } = useListQuickTokensQuery();
  const [createToken, { isError: isRefused }] = useCreateDefaultTokenMutation();
  const hasTried = useRef(false); // tries only once per visit, however often the list is rendered or fetched
  const isEmpty = data?.length === 0;

  useEffect(() => {
    if (!isEmpty || hasTried.current) return;
    hasTried.current = true;
    void createToken().then(({ error }) => {
      if (!error) notices.info(t('chat.default_made'));
    });
  }, [isEmpty, createToken, t]);

  return {
    tokens: isEmpty ? undefined : data,
    hasFailed: isError || isRefused,
    retry: () => {
      hasTried.current = false;
      void refetch().then(({ data: found }) => {
        if (found?.length !== 0 || hasTried.current) return;
        hasTried.current = true;
        void createToken();
      });
    },
  };
}
