import { Button, HTMLSelect } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { pageSizes } from '@contracts';
import { useTranslation } from 'react-i18next';

export interface PaginationProps {
  /** First page is 1. */
  readonly page: number;
  readonly size: number;
  /** Rows of this page; a short page is the last one when no total is known. */
  readonly rowCount: number;
  /** Rows in all, when the server tells it. */
  readonly total?: number;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

/** Page by page, with the total when it is known; without one a full page may have a successor. */
export function Pagination({ page, size, rowCount, total, onPage, onSize }: PaginationProps) {
  const { t } = useTranslation();
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / size));
  if (rowCount === 0 && page === 1) return null; // nothing to turn; a later page may have lost its last row
  const hasNext = pages === undefined ? rowCount >= size : page < pages;
  return (
    <div className="pagination">
      {total !== undefined && <span className="muted">{t('common.total_rows', { count: total })}</span>}
      <HTMLSelect
        aria-label={t('common.page_size')}
        value={size}
        options={pageSizes.map(value => ({ value, label: String(value) }))}
        onChange={event => onSize(Number(event.currentTarget.value))}
      />
      <Button
        variant="minimal"
        icon={<ChevronLeft />}
        aria-label={t('common.previous_page')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span aria-live="polite">
        {pages === undefined ? t('common.page', { page }) : t('common.page_of', { page, pages })}
      </span>
      <Button
        variant="minimal"
        icon={<ChevronRight />}
        aria-label={t('common.next_page')}
        disabled={!hasNext}
        onClick={() => onPage(page + 1)}
      />
    </div>
  );
}
