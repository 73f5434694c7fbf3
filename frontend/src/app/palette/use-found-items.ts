import { Role } from '@contracts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDebounced } from '../../shared/timing/use-debounced';
import { useRole } from '../../base/session/use-role';
import { useLazyFindChannelsQuery, useLazyFindTokensQuery, useLazyFindUsersQuery, type FoundRow } from './palette-api';
import { type PaletteGroup, type PaletteItem, type PaletteSection } from './palette-items';

/** Shorter texts would match nearly every row. */
const TEXT_MIN = 2;
const STANDSTILL_MS = 250;

interface FoundItems {
  readonly groups: readonly PaletteGroup[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

type Find = (keyword: string) => { readonly abort: () => void };

/** Runs one search at a time: the earlier search is aborted as soon as the keyword changes or becomes null. */
function useSearch(find: Find, keyword: string | null, attempt: number): void {
  useEffect(() => {
    if (keyword === null) return undefined;
    const search = find(keyword);
    return () => search.abort();
  }, [find, keyword, attempt]);
}

interface Search {
  readonly currentData?: readonly FoundRow[];
  readonly isFetching: boolean;
  readonly isError: boolean;
}

const addressOf: Readonly<Record<'tokens' | 'channels' | 'users', (row: FoundRow) => string>> = {
  tokens: ({ name }) => `/token?${new URLSearchParams({ keyword: name })}`,
  channels: ({ name }) => `/channel?${new URLSearchParams({ keyword: name })}`,
  users: ({ id }) => `/user/edit/${id}`,
};

/** Rows of the server found by their names: own tokens, and for administrators channels and users too. */
export function useFoundItems(text: string): FoundItems {
  const navigate = useNavigate();
  const role = useRole();
  const [attempt, setAttempt] = useState(0);
  const typed = text.trim();
  const settled = useDebounced(typed, STANDSTILL_MS);
  const wanted = typed.length >= TEXT_MIN && settled.length >= TEXT_MIN ? settled : null;
  const ownKeyword = role >= Role.User ? wanted : null;
  const adminKeyword = role >= Role.Admin ? wanted : null;

  const [findTokens, tokens] = useLazyFindTokensQuery();
  const [findChannels, channels] = useLazyFindChannelsQuery();
  const [findUsers, users] = useLazyFindUsersQuery();
  useSearch(findTokens, ownKeyword, attempt);
  useSearch(findChannels, adminKeyword, attempt);
  useSearch(findUsers, adminKeyword, attempt);

  const groupOf = (section: keyof typeof addressOf & PaletteSection, { currentData = [] }: Search): PaletteGroup => ({
    section,
    items: currentData.map((row): PaletteItem => ({
      id: `${section}:${row.id}`,
      section,
      text: row.name,
      detail: row.detail,
      isForgotten: true,
      run: () => void navigate(addressOf[section](row)),
    })),
  });

  const asked: readonly Search[] = [
    ...(ownKeyword === null ? [] : [tokens]),
    ...(adminKeyword === null ? [] : [channels, users]),
  ];
  const groups = [
    ...(ownKeyword === null ? [] : [groupOf('tokens', tokens)]),
    ...(adminKeyword === null ? [] : [groupOf('channels', channels), groupOf('users', users)]),
  ];
  const isWaiting = role >= Role.User && typed.length >= TEXT_MIN && typed !== settled;
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching: isWaiting || asked.some(({ isFetching }) => isFetching),
    hasFailed: !isWaiting && asked.some(({ isError, isFetching }) => isError && !isFetching),
    retry: () => setAttempt(number => number + 1),
  };
}
