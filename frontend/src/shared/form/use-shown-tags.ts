import { useState } from 'react';

/** Drawing thousands of tags would make every key press slow. */
export const TAGS_SHOWN_MAX = 150;

interface ShownTags {
  /** The names that are drawn: the newest ones, or those that were sought. */
  readonly shown: readonly string[];
  /** How many names are left out. */
  readonly hiddenCount: number;
  /** True when there are more names than are drawn at once, so that a search is offered. */
  readonly isLong: boolean;
  readonly sought: string;
  readonly seek: (text: string) => void;
}

/** The part of a long list of chosen names that is drawn. */
export function useShownTags(values: readonly string[], labelOf: (name: string) => string): ShownTags {
  const [sought, seek] = useState('');
  const isLong = values.length > TAGS_SHOWN_MAX;
  const wanted = isLong ? sought.trim().toLowerCase() : '';
  const found = wanted === '' ? values : values.filter(name => labelOf(name).toLowerCase().includes(wanted));
  const shown = found.slice(-TAGS_SHOWN_MAX);
  return { shown, hiddenCount: values.length - shown.length, isLong, sought, seek };
}
