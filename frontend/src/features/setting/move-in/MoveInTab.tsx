import { Button, NonIdealState, Spinner } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useGetMoveInQuery } from './move-in-api';
import { RunCard } from './RunCard';
import { SourceForm } from './SourceForm';

/** How often a run is looked at. */
const LOOK_EVERY_MS = 2_000;

/** The tab for moving in from another gateway. */
export function MoveInTab() {
  const { t } = useTranslation();
  const { data: status, isLoading, refetch } = useGetMoveInQuery();
  const isRunning = status?.run?.state === 'running';
  // A second reader of the same data looks again while there is something to see.
  useGetMoveInQuery(undefined, { pollingInterval: LOOK_EVERY_MS, skip: !isRunning });
  if (isLoading) return <Spinner className="table-spinner" aria-label={t('common.loading')} />;
  if (!status) {
    const retry = <Button text={t('common.retry')} onClick={() => void refetch()} />;
    return <NonIdealState icon={<ErrorIcon size={32} />} title={t('common.load_failed')} action={retry} />;
  }
  return (
    <>
      <SourceForm status={status} />
      <RunCard run={status.run} />
    </>
  );
}
