import { Button, Callout, H3, Intent, Tag } from '@blueprintjs/core';
import { QUOTA_PER_UNIT } from '@contracts';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../shared/table/DataTable';
import { FilterPanel } from '../../shared/table/FilterPanel';
import { useCopy } from '../../shared/copy/use-copy';
import { useStatus } from '../../base/site/use-status';
import { MAKER_TABS, MakerStrip, makerTab } from './MakerStrip';
import { priceColumns } from './price-columns';
import { type PriceRow } from './price-list';
import { PriceToolbar, type PriceLook } from './PriceToolbar';
import { usePriceList } from './use-price-list';
import { formatNumber } from '../../shared/format/quota';
import '../../styles/pricing.css';

/** Longer lists are rendered only as far as they are visible. */
const DRAWN_AT_ONCE = 100;
const noLabels = {};
const nobody: ReadonlySet<string> = new Set();

/** The number of models, once it is known, and how their prices are computed. */
function Header({ count }: { readonly count: number | undefined }) {
  const { t } = useTranslation();
  const status = useStatus();
  return (
    <>
      <div className="cluster price-title">
        <H3>{t('pricing.title')}</H3>
        {count !== undefined && (
          <Tag minimal round>
            {t('pricing.count', { count })}
          </Tag>
        )}
        {status.price !== undefined && (
          <Tag minimal round>
            {t('pricing.exchange_rate', { price: status.price })}
          </Tag>
        )}
      </div>
      <Callout className="block" intent={Intent.PRIMARY} icon={null} compact>
        {t('pricing.formula', { units: formatNumber(status.quota_per_unit || QUOTA_PER_UNIT) })}
      </Callout>
    </>
  );
}

/** Marks by model name, which stays the same when the list is fetched again; the table needs numbers. */
function useMarked(all: readonly PriceRow[]) {
  const [names, setNames] = useState(nobody);
  const chosen = useMemo(
    () => new Set(all.filter(({ item }) => names.has(item.model_name)).map(({ key }) => key)),
    [all, names],
  );
  const onChange = useCallback(
    (keys: ReadonlySet<number>) =>
      setNames(new Set(all.filter(({ key }) => keys.has(key)).map(({ item }) => item.model_name))),
    [all],
  );
  return { chosen, onChange };
}

function usePriceColumns({ pricing, group, setFilters }: ReturnType<typeof usePriceList>, look: PriceLook) {
  const { t } = useTranslation();
  const copy = useCopy();
  const status = useStatus();
  return useMemo(
    () =>
      priceColumns({
        t,
        group,
        ratios: pricing.ratios,
        labels: look.hasLabels ? pricing.labels : noLabels,
        unit: look.unit,
        quotaPerUnit: status.quota_per_unit,
        hasRatios: look.hasRatios,
        copy,
        onGroup: name => setFilters({ group: name }),
      }),
    [t, group, pricing, look, status.quota_per_unit, copy, setFilters],
  );
}

/** The public price list. */
export function PricingPage() {
  const { t } = useTranslation();
  const copy = useCopy();
  const list = usePriceList();
  const { all, shown, tabs, filters, setFilters } = list;
  const [look, setLook] = useState<PriceLook>({ unit: 'M', hasRatios: false, hasLabels: true });
  const { chosen, onChange } = useMarked(all);
  const columns = usePriceColumns(list, look);
  const copyChosen = () =>
    copy(
      all
        .filter(({ key }) => chosen.has(key))
        .map(({ item }) => item.model_name)
        .join(','),
    );
  const clear = () => setFilters({ keyword: '', tag: '', maker: '', available: '' });

  return (
    <>
      <Header count={shown && all.length} />
      <PriceToolbar
        list={list}
        look={look}
        onLook={changes => setLook(current => ({ ...current, ...changes }))}
        chosenCount={chosen.size}
        onCopyChosen={copyChosen}
      />
      <MakerStrip tabs={tabs} chosen={filters.maker} onChoose={maker => setFilters({ maker })} />
      <FilterPanel tabs={MAKER_TABS} chosen={makerTab(filters.maker)}>
        <DataTable
          className={look.hasRatios ? 'price-table price-table-ratios' : 'price-table'}
          label={t('pricing.title')}
          columns={columns}
          rows={shown}
          keyOf={row => row.key}
          nameOf={row => row.item.model_name}
          isFetching={list.isFetching}
          hasFailed={list.hasFailed}
          onRetry={list.refresh}
          emptyText={all.length === 0 ? t('pricing.empty') : t('pricing.none_found')}
          emptyAction={all.length === 0 ? undefined : <Button text={t('pricing.clear_filters')} onClick={clear} />}
          selection={{ chosen, onChange }}
          drawnAtOnce={DRAWN_AT_ONCE}
        />
      </FilterPanel>
    </>
  );
}
