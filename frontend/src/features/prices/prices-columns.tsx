import { Intent, Tag } from '@blueprintjs/core';
import { priceTableKeys, type PriceTableKey, type PriceTableRow } from '@contracts';
import { type TFunction } from 'i18next';
import { formatNumber } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';
import { PriceCell, type PriceCellContext } from './PriceCell';

/** The names of the columns of numbers. */
export function priceHeaders(t: TFunction): Readonly<Record<PriceTableKey, string>> {
  const entries = priceTableKeys.map(key => [key, t(`prices.column_${key}`)] as const);
  return Object.fromEntries(entries) as Record<PriceTableKey, string>; // one entry for each key
}

/** Where a model stands: used by channels, without a price, changed by the site. */
function ModelState({ row, t }: { readonly row: PriceTableRow; readonly t: TFunction }) {
  const isUsed = row.channels > 0;
  return (
    <span className="cluster muted price-state">
      {isUsed && !row.priced && Object.keys(row.set).length === 0 && (
        <Tag minimal intent={Intent.WARNING}>
          {t('prices.unpriced')}
        </Tag>
      )}
      {isUsed && <span>{t('prices.channels', { number: formatNumber(row.channels) })}</span>}
      {row.changed.length > 0 && <span>{t('prices.overridden')}</span>}
    </span>
  );
}

/** The columns of the table: the model, and one cell for each price. */
export function pricesColumns(context: PriceCellContext): readonly Column<PriceTableRow>[] {
  const { t } = context;
  const headers = priceHeaders(t);
  return [
    {
      id: 'model',
      header: t('prices.model'),
      render: row => (
        <span className="price-name">
          <span className="price-name-text" title={row.model}>
            {row.model}
          </span>
          <ModelState row={row} t={t} />
        </span>
      ),
    },
    ...priceTableKeys.map((key): Column<PriceTableRow> => ({
      id: key,
      header: headers[key],
      isNumeric: true,
      render: row => <PriceCell row={row} field={key} label={headers[key]} context={context} />,
    })),
  ];
}
