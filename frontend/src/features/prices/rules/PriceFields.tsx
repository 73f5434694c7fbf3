import { type PriceCells, type PriceTableKey } from '@contracts';
import { useTranslation } from 'react-i18next';
import { type PriceView } from '../price-draft';
import { priceHeaders } from '../price-headers';
import { PriceCell } from '../PriceCell';

/** How the prices of a model are shown and what they go over. */
export interface RuleContext {
  readonly view: PriceView;
  readonly quotaPerUnit: number;
  /** What counts where a part says nothing. */
  readonly below: PriceCells;
}

interface PriceFieldsProps {
  /** Names the part to which the fields belong. */
  readonly name: string;
  readonly keys: readonly PriceTableKey[];
  readonly prices: PriceCells;
  readonly context: RuleContext;
  readonly onChange: (prices: PriceCells) => void;
}

/** The prices of a part; grey ones are in the same relation to its input as in the row of the model. */
export function PriceFields({ name, keys, prices, context, onChange }: PriceFieldsProps) {
  const { t } = useTranslation();
  const { view, quotaPerUnit, below } = context;
  const headers = priceHeaders(t);
  const row = { model: name, channels: 0, priced: true, set: prices, standard: below, changed: [] };
  return (
    <div className="rule-prices">
      {keys.map(key => (
        <div key={key} className="rule-price">
          <span className="muted" aria-hidden>
            {headers[key]}
          </span>
          <PriceCell
            row={row}
            field={key}
            label={headers[key]}
            context={{
              t,
              view,
              quotaPerUnit,
              put: changes => {
                const next: Partial<Record<PriceTableKey, number>> = { ...prices };
                for (const change of changes) {
                  if (change.value === null) delete next[change.key];
                  else next[change.key] = change.value;
                }
                onChange(next);
              },
            }}
          />
        </div>
      ))}
    </div>
  );
}
