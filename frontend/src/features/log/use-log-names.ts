import { type UsageRank, type UsageRanking } from '@contracts';
import { useState } from 'react';
import { type Suggestion } from '../../shared/table/SearchInput';
import { useListUsageNamesQuery } from './log-api';

/** The names of how many days are offered. */
const DAYS = 30;
const DAY_SECONDS = 24 * 3600;
const NAMES_MAX = 200;

interface NameField {
  readonly suggestions: readonly Suggestion[];
  readonly onEnter: () => void;
}

function toSuggestions(ranks: readonly UsageRank[], by: UsageRanking): readonly Suggestion[] {
  if (by === 'channel') return ranks.map(({ id, name }) => ({ value: String(id), label: name }));
  const names = [...new Set(ranks.map(({ name }) => name))].filter(name => name !== '');
  return names.map(value => ({ value }));
}

/** The names that were used most in the last month, read when their field is entered for the first time. */
export function useLogNames(by: UsageRanking, isAdmin: boolean): NameField {
  const [start, setStart] = useState<number | null>(null);
  const query = { by, isAdmin, start_timestamp: start ?? 0 };
  const { data = [] } = useListUsageNamesQuery(query, { skip: start === null });
  const begin = () => setStart(current => current ?? Math.floor(Date.now() / 1000) - DAYS * DAY_SECONDS);
  return { suggestions: toSuggestions(data.slice(0, NAMES_MAX), by), onEnter: begin };
}
