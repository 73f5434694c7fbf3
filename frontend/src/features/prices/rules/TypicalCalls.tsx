import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice } from '../../../shared/format/price';
import { formatNumber } from '../../../shared/format/quota';
import { type Column } from '../../../shared/table/column';
import { DataTable } from '../../../shared/table/DataTable';
import { type RuleContext } from './PriceFields';
import { type RuleDraft } from './rule-draft';
import { ANSWER_TOKENS, typicalLengths, typicalRows, type TypicalRow } from './typical-calls';

interface TypicalCallsProps {
  readonly draft: RuleDraft;
  readonly context: RuleContext;
}

/** What typical calls would cost by what is typed. */
export function TypicalCalls({ draft, context: { below, quotaPerUnit } }: TypicalCallsProps) {
  const { t } = useTranslation();
  const rows = useMemo(() => typicalRows(draft, { t, below, quotaPerUnit }), [draft, t, below, quotaPerUnit]);
  const columns: readonly Column<TypicalRow>[] = [
    { id: 'case', header: t('price_rules.case'), render: row => row.name },
    ...typicalLengths(draft).map((length, at) => ({
      id: String(length),
      header: t('price_rules.typical_call', { prompt: formatNumber(length), answer: formatNumber(ANSWER_TOKENS) }),
      isNumeric: true,
      render: (row: TypicalRow) => {
        const cost = row.costs[at] ?? null;
        return cost === null ? '–' : formatPrice(cost);
      },
    })),
  ];
  return (
    <DataTable label={t('price_rules.typical')} columns={columns} rows={rows} keyOf={row => row.at} emptyText="–" />
  );
}
