import { useGetMoveInQuery } from './move-in-api';
import { RunCard } from './RunCard';
import { SourceForm } from './SourceForm';
import { ErrorState, LoadingLines } from '../../../shared/display/states';

/** How often a run is looked at. */
const LOOK_EVERY_MS = 2_000;

/** The tab for moving in from another gateway. */
export function MoveInTab() {
  const { data: status, isLoading, refetch } = useGetMoveInQuery();
  const isRunning = status?.run?.state === 'running';
  // A second reader of the same data looks again while there is something to see.
  useGetMoveInQuery(undefined, { pollingInterval: LOOK_EVERY_MS, skip: !isRunning });
  if (isLoading) return <LoadingLines />;
  if (!status) return <ErrorState onRetry={() => void refetch()} />;
  return (
    <>
      <SourceForm status={status} />
      <RunCard run={status.run} />
    </>
  );
}
