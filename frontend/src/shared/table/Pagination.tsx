import { Button, HTMLSelect } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { pageSizes } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useKeyHint } from '../hotkeys/use-key-hint';
import { usePageKeys } from '../hotkeys/use-page-keys';

export interface PaginationProps {
  /** The page number; the first page is 1. */
  readonly page: number;
  readonly size: number;
  /** The rows of this page; a short page is the last one when no total is known. */
  readonly rowCount: number;
  /** The number of all rows, when the server sends it. */
  readonly total?: number;
  readonly onPage: (page: number) => void;
  /** Called with a new page size. Default: the server alone decides the size, and no choice is shown. */
  readonly onSize?: (size: number) => void;
}

/** Buttons for the pages, with the total when it is known; without a total a full page may be followed by another. */
export function Pagination({ page, size, rowCount, total, onPage, onSize }: PaginationProps) {
  const { t } = useTranslation();
  const hint = useKeyHint();
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / size));
  const hasNext = pages === undefined ? rowCount >= size : page < pages;
  const turnBack = () => page > 1 && onPage(page - 1);
  const turnOn = () => hasNext && onPage(page + 1);
  usePageKeys([
    { combo: '[', label: t('hotkey.previous_page'), group: t('hotkey.list'), onPress: turnBack },
    { combo: ']', label: t('hotkey.next_page'), group: t('hotkey.list'), onPress: turnOn },
  ]);
  if (rowCount === 0 && page === 1) return null; // there are no pages; a later page may have lost its last row
  return (
    <div className="pagination">
      {total !== undefined && <span className="muted">{t('common.total_rows', { count: total })}</span>}
      {onSize && (
        <HTMLSelect
          aria-label={t('common.page_size')}
          value={size}
          options={pageSizes.map(value => ({ value, label: String(value) }))}
          onChange={event => onSize(Number(event.currentTarget.value))}
        />
      )}
      <Button
        variant="minimal"
        icon={<ChevronLeft />}
        aria-label={t('common.previous_page')}
        disabled={page <= 1}
        aria-keyshortcuts="["
        title={hint(t('common.previous_page'), '[')}
        onClick={turnBack}
      />
      <span aria-live="polite">
        {pages === undefined ? t('common.page', { page }) : t('common.page_of', { page, pages })}
      </span>
      <Button
        variant="minimal"
        icon={<ChevronRight />}
        aria-label={t('common.next_page')}
        disabled={!hasNext}
        aria-keyshortcuts="]"
        title={hint(t('common.next_page'), ']')}
        onClick={turnOn}
      />
    </div>
  );
}
