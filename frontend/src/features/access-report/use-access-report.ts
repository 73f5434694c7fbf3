import { accessEndpoints, REACH_PROMPT_TOKENS_MAX, type AccessEndpoint, type AccessReport } from '@contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useIsAdmin } from '../../base/session/use-role';
import { useTableState, type TableState } from '../../shared/table/use-table-state';
import { useGetAccessReportQuery } from './access-report-api';

/** The values in the address; each one may be any text. */
const noFilters = { token: '', model: '', endpoint: 'chat', tokens: '', channel: '', find: '' };
type AccessTexts = typeof noFilters;

/** A whole number from 1 to the limit, or null for every other text. */
function wholeNumber(text: string, max = Number.MAX_SAFE_INTEGER): number | null {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : null;
}

function endpointOf(text: string): AccessEndpoint {
  return accessEndpoints.find(known => known === text) ?? 'chat';
}

/** One report and the state of its request. */
interface Asked {
  readonly reach: AccessReport | undefined;
  readonly isFetching: boolean;
  readonly hasFailed: boolean;
  readonly refetch: () => void;
}

export interface AccessState {
  readonly table: TableState<AccessTexts>;
  readonly isAdmin: boolean;
  readonly tokenId: number | null;
  readonly endpoint: AccessEndpoint;
  /** The report of all models. */
  readonly all: Asked;
  /** The report of the chosen model. */
  readonly one: Asked;
}

function toAsked(query: {
  readonly currentData?: AccessReport;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}): Asked {
  const { currentData: reach, isFetching, isError, refetch } = query;
  return { reach, isFetching, hasFailed: isError && !isFetching, refetch: () => void refetch() };
}

/** The reports that the page needs, by the address and the role. */
export function useAccessReport(): AccessState {
  const isAdmin = useIsAdmin();
  const table = useTableState(noFilters);
  const { token, model, tokens, channel, endpoint: named } = table.filters;
  const tokenId = wholeNumber(token);
  const endpoint = endpointOf(named);
  const pinned = isAdmin ? wholeNumber(channel) : null;
  const behind = pinned === null ? {} : { channel: pinned };
  const promptTokens = wholeNumber(tokens, REACH_PROMPT_TOKENS_MAX) ?? 0;
  const all = useGetAccessReportQuery(tokenId === null ? skipToken : { tokenId, ...behind });
  const one = useGetAccessReportQuery(
    tokenId === null || model === '' ? skipToken : { tokenId, model, endpoint, prompt_tokens: promptTokens, ...behind },
  );
  return { table, isAdmin, tokenId, endpoint, all: toAsked(all), one: toAsked(one) };
}
