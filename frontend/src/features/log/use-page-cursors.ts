import { type LogPageView } from '@contracts';
import { useCallback, useState } from 'react';

interface Cursors {
  /** The list that they belong to: its filters and the size of its pages. */
  readonly list: string;
  readonly byPage: Readonly<Record<number, string>>;
}

interface PageCursors {
  /** What to ask for a page with; empty for the first page, and for one that is not beside a page that was shown. */
  readonly cursorOf: (page: number) => string;
  /** Keeps the cursors of a page that is shown. */
  readonly remember: (shown: LogPageView) => void;
}

/**
 * Cursors of the pages beside those that were shown, so that turning a page neither repeats a row nor leaves one out
 * while rows arrive. The first page needs none: it begins with the newest row.
 */
export function usePageCursors(list: string): PageCursors {
  const [kept, setKept] = useState<Cursors>({ list, byPage: {} });
  const remember = useCallback(
    ({ page, next_cursor: next = '', previous_cursor: previous = '' }: LogPageView) =>
      setKept(current => {
        const known = current.list === list ? current.byPage : {};
        const beside = { ...known, [page + 1]: next, ...(page > 2 && { [page - 1]: previous }) };
        return { list, byPage: beside };
      }),
    [list],
  );
  const cursorOf = (page: number) => (page > 1 && kept.list === list ? (kept.byPage[page] ?? '') : '');
  return { cursorOf, remember };
}
