import { Button, HTMLSelect, SegmentedControl } from '@blueprintjs/core';
import { Comparison, History, ThList } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { LiveSearchInput } from '../../shared/table/LiveSearchInput';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { type PriceView } from './price-draft';
import { shownKinds } from './price-filter';

interface PricesToolbarProps {
  readonly keyword: string;
  readonly kind: string;
  readonly view: PriceView;
  readonly onFilters: (filters: { readonly keyword?: string; readonly kind?: string }) => void;
  readonly onView: (view: PriceView) => void;
  readonly onOpen: (dialog: 'paste' | 'compare' | 'versions') => void;
  readonly onRefresh: () => void;
}

/** Search, filter and view of the table, and what else can be done with it. */
export function PricesToolbar({ keyword, kind, view, onFilters, onView, onOpen, onRefresh }: PricesToolbarProps) {
  const { t } = useTranslation();
  return (
    <div className="toolbar">
      <LiveSearchInput label={t('prices.search')} value={keyword} onChange={text => onFilters({ keyword: text })} />
      <HTMLSelect
        aria-label={t('prices.show')}
        value={kind}
        options={shownKinds.map(value => ({ value, label: t(`prices.show_${value}`) }))}
        onChange={event => onFilters({ kind: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label={t('prices.view')}
        options={[
          { value: 'money', label: t('prices.view_money') },
          { value: 'ratio', label: t('prices.view_ratio') },
        ]}
        value={view}
        onValueChange={value => onView(value === 'ratio' ? 'ratio' : 'money')}
      />
      <Button icon={<ThList />} text={t('prices.paste')} onClick={() => onOpen('paste')} />
      <Button icon={<Comparison />} text={t('prices.compare')} onClick={() => onOpen('compare')} />
      <Button icon={<History />} text={t('prices.versions')} onClick={() => onOpen('versions')} />
      <RefreshButton onRefresh={onRefresh} />
    </div>
  );
}
