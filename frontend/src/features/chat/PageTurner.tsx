import { Button } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';

interface PageTurnerProps {
  /** The page number; the first page is 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** Buttons to page back and forth; nothing is shown when there is only one page. */
export function PageTurner({ page, pages, onPage }: PageTurnerProps) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  return (
    <span className="cluster">
      <Button
        variant="minimal"
        size="small"
        icon={<ChevronLeft />}
        aria-label={t('common.previous_page')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span aria-live="polite">{t('common.page_of', { page, pages })}</span>
      <Button
        variant="minimal"
        size="small"
        icon={<ChevronRight />}
        aria-label={t('common.next_page')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </span>
  );
}
