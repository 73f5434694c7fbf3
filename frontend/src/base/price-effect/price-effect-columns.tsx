import { type PricePreview, type PricePreviewSums } from '@contracts';
import { type TFunction } from 'i18next';
import { formatNumber, formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';

/** One row of the table; the first one is for all models. */
interface EffectRow extends PricePreviewSums {
  readonly at: number;
  readonly name: string;
}

interface EffectColumnsContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
}

const WHOLE_PERCENT = 100;

/** The change in percent with its sign; `–` when there is nothing to compare with. */
export function changeText({ current, proposed }: Pick<PricePreviewSums, 'current' | 'proposed'>): string {
  if (proposed === current) return '0 %';
  if (current === 0) return '–';
  const percent = ((proposed - current) / current) * WHOLE_PERCENT;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
}

/** The rows of a preview, its totals first. */
export function effectRows({ total, models }: PricePreview, t: TFunction): readonly EffectRow[] {
  return [
    { ...total, at: 0, name: t('price_effect.all_models') },
    ...models.map((sums, at) => ({ ...sums, at: at + 1, name: sums.model || t('price_effect.other_models') })),
  ];
}

/** The columns of the effect per model; every amount also shows its exact units. */
export function effectColumns({ t, display }: EffectColumnsContext): readonly Column<EffectRow>[] {
  const amount = (units: number, sign = '') => (
    <span title={t('price_effect.units', { units: formatNumber(units) })}>
      {sign}
      {formatQuota(units, display)}
    </span>
  );
  const money = (id: 'charged' | 'current' | 'proposed'): Column<EffectRow> => ({
    id,
    header: t(`price_effect.${id}`),
    isNumeric: true,
    render: row => amount(row[id]),
  });
  return [
    {
      id: 'model',
      header: t('price_effect.model'),
      render: ({ name, at }) => (at === 0 ? <strong>{name}</strong> : name),
    },
    { id: 'calls', header: t('price_effect.calls'), isNumeric: true, render: row => formatNumber(row.calls) },
    money('charged'),
    money('current'),
    money('proposed'),
    {
      id: 'difference',
      header: t('price_effect.difference'),
      isNumeric: true,
      render: row => (
        <>
          {amount(row.proposed - row.current, row.proposed > row.current ? '+' : '')} ({changeText(row)})
        </>
      ),
    },
    {
      id: 'unknown',
      header: t('price_effect.unknown'),
      isNumeric: true,
      render: row => formatNumber(row.unknown_calls),
    },
  ];
}
