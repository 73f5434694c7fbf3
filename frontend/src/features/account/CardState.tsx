import { Button, Callout, Intent } from '@blueprintjs/core';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingLines } from '../../shared/display/states';

interface CardStateProps<Data> {
  readonly query: {
    readonly data?: Data;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
}

/** The content of a card that loads its own data: loading, failed, or present. */
export function CardState<Data>({ query: { data, isError, refetch }, children }: CardStateProps<Data>) {
  const { t } = useTranslation();
  if (data !== undefined) return children(data);
  if (!isError) return <LoadingLines count={2} />;
  return (
    <Callout compact intent={Intent.DANGER}>
      {t('common.load_failed')}{' '}
      <Button size="small" variant="minimal" text={t('common.retry')} onClick={() => void refetch()} />
    </Callout>
  );
}
