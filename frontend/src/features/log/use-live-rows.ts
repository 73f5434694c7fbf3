import { type LogEntry } from '@contracts';
import { useEffect, useRef, useState } from 'react';
import { usePageVisible } from '../../shared/browser/use-page-visible';
import { rowMark } from './same-row';

/** How often new rows are read. */
const READ_EVERY_MS = 3000;

interface LiveRows {
  readonly isLive: boolean;
  readonly setLive: (isLive: boolean) => void;
  /** How often the rows are read again, in milliseconds; 0 where they are not. */
  readonly pollMs: number;
}

/** Whether the list is read again by itself. Only the first page shows what is new, and only while it is looked at. */
export function useLiveRows(page: number): LiveRows {
  const [isLive, setLive] = useState(false);
  const isVisible = usePageVisible();
  return { isLive: isLive && page === 1, setLive, pollMs: isLive && page === 1 && isVisible ? READ_EVERY_MS : 0 };
}

/** The marks of the rows that the last reading of a live list brought. */
export function useNewRows(rows: readonly LogEntry[] | undefined, isLive: boolean): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!isLive) known.current = null;
    if (!rows) return;
    const marks = new Set(rows.map(rowMark));
    const before = known.current;
    if (isLive) known.current = marks;
    const arrived = before ? [...marks].filter(mark => !before.has(mark)) : [];
    setFresh(current => (arrived.length === 0 && current.size === 0 ? current : new Set(arrived)));
  }, [rows, isLive]);
  return fresh;
}
