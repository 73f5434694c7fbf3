import { Button } from '@blueprintjs/core';
import { ChevronDown, ChevronUp, Filter } from '@blueprintjs/icons';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface FilterFoldProps {
  /** The number of filters that are set. */
  readonly count: number;
  /** The fields that narrow the list. */
  readonly children: ReactNode;
  /** Buttons of the same bar that stay visible. */
  readonly beside: ReactNode;
}

/**
 * The bar above a list. On narrow screens its filters would push the list out of view. There they are behind a button
 * that shows how many are set, closed at every visit. Wide screens always show them. Only the style sheet distinguishes
 * the two, so that nothing moves while the page loads.
 */
export function FilterFold({ count, children, beside }: FilterFoldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="toolbar toolbar-center filter-fold">
      <Button
        className="filter-fold-button"
        icon={<Filter />}
        endIcon={isOpen ? <ChevronUp /> : <ChevronDown />}
        text={count > 0 ? t('common.filters_set', { count }) : t('common.filters')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <div id={id} className={isOpen ? 'filter-fold-fields' : 'filter-fold-fields filter-fold-closed'}>
        {children}
      </div>
      {beside}
    </div>
  );
}
