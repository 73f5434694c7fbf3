import { Button, Intent, Tag } from '@blueprintjs/core';
import { priceTableKeys, type PriceTableRow } from '@contracts';
import { formatNumber } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';
import { PriceCell, type PriceCellContext } from './PriceCell';
import { priceHeaders } from './price-headers';
import { ruleText } from './rules/rule-text';

interface PricesContext extends PriceCellContext {
  /** Opens what a model costs by length, hours and group. */
  readonly openRule: (model: string) => void;
}

/** Where a model stands: used by channels, without a price, changed by the site. */
function ModelState({ row, t, openRule }: { readonly row: PriceTableRow } & Pick<PricesContext, 't' | 'openRule'>) {
  const isUsed = row.channels > 0;
  const shown = row.rule ? ruleText(row.rule, t) : t('price_rules.open');
  return (
    <span className="cluster muted price-state">
      {isUsed && !row.priced && Object.keys(row.set).length === 0 && (
        <Tag minimal intent={Intent.WARNING}>
          {t('prices.unpriced')}
        </Tag>
      )}
      {isUsed && <span>{t('prices.channels', { number: formatNumber(row.channels) })}</span>}
      {row.changed.length > 0 && <span>{t('prices.overridden')}</span>}
      <Button
        size="small"
        variant="minimal"
        className="price-rule-button"
        aria-label={t('price_rules.open_of', { shown, model: row.model })}
        text={shown}
        onClick={() => openRule(row.model)}
      />
    </span>
  );
}

/** The columns of the table: the model, and one cell for each price. */
export function pricesColumns(context: PricesContext): readonly Column<PriceTableRow>[] {
  const { t, openRule } = context;
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
          <ModelState row={row} t={t} openRule={openRule} />
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
