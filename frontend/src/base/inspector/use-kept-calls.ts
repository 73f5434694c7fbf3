import { INSPECT_KEPT_IDS_MAX } from '@contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { useStatus } from '../site/use-status';
import { useListKeptQuery } from './inspector-api';

/** Until when the contents of some calls are kept, in Unix seconds by request id; asked only where calls may be recorded. */
export function useKeptCalls(requestIds: readonly string[]): ReadonlyMap<string, number> {
  const { inspector } = useStatus();
  const ids = useMemo(() => [...new Set(requestIds.filter(Boolean))].slice(0, INSPECT_KEPT_IDS_MAX), [requestIds]);
  const { data } = useListKeptQuery(inspector && ids.length > 0 ? ids : skipToken);
  return useMemo(() => new Map(data?.map(({ request_id: id, kept_until: until }) => [id, until] as const)), [data]);
}
