import { type MoveInTable } from '@contracts';
import { type TFunction } from 'i18next';
import { ToneTag } from '../../../shared/display/ToneTag';
import { formatNumber } from '../../../shared/format/quota';
import { type Column } from '../../../shared/table/column';

type Row = MoveInTable & { readonly at: number };

/** The columns of a plan, or of a proof. */
export function tableColumns(t: TFunction, isDryRun: boolean): readonly Column<Row>[] {
  const table: Column<Row> = { id: 'table', header: t('move_in.table'), render: row => <code>{row.table}</code> };
  return isDryRun ? [table, ...planColumns(t)] : [table, ...proofColumns(t)];
}

function planColumns(t: TFunction): readonly Column<Row>[] {
  const counted = (id: 'fresh' | 'changed' | 'same'): Column<Row> => ({
    id,
    header: t(`move_in.${id}`),
    isNumeric: true,
    render: ({ [id]: count }) => (count === null ? '–' : formatNumber(count)),
  });
  return [
    {
      id: 'rows',
      header: t('move_in.rows_there'),
      isNumeric: true,
      render: ({ there }) => formatNumber(there.rows),
    },
    counted('fresh'),
    counted('changed'),
    counted('same'),
    { id: 'sums', header: t('move_in.sums'), render: row => <Sums row={row} t={t} /> },
  ];
}

function proofColumns(t: TFunction): readonly Column<Row>[] {
  return [
    {
      id: 'rows',
      header: t('move_in.rows_both'),
      isNumeric: true,
      render: ({ there, here }) => both(there.rows, here?.rows),
    },
    { id: 'sums', header: t('move_in.sums_both'), render: row => <Sums row={row} t={t} /> },
    {
      id: 'equal',
      header: t('move_in.outcome'),
      render: ({ is_equal }) =>
        is_equal === null ? (
          '–'
        ) : (
          <ToneTag tone={is_equal ? 'green' : 'red'}>{t(is_equal ? 'move_in.equal' : 'move_in.different')}</ToneTag>
        ),
    },
  ];
}

function both(there: number, here: number | undefined): string {
  return here === undefined ? formatNumber(there) : `${formatNumber(there)} / ${formatNumber(here)}`;
}

/** The sums of a table, one per line. */
function Sums({ row: { there, here }, t }: { readonly row: Row; readonly t: TFunction }) {
  const names = Object.keys(there.sums);
  if (names.length === 0) return '–';
  return (
    <div>
      {names.map(name => (
        <div key={name}>{`${nameOf(name, t)} ${both(there.sums[name] ?? 0, here?.sums[name])}`}</div>
      ))}
    </div>
  );
}

/** The server names sums in English, those of the log by the type of their rows. */
function nameOf(name: string, t: TFunction): string {
  const [, type, what] = /^type (\d+) (rows|quota)$/.exec(name) ?? [];
  if (type !== undefined) return t(what === 'rows' ? 'move_in.sum_type_rows' : 'move_in.sum_type_quota', { type });
  if (name === 'remaining') return t('move_in.sum_remaining');
  return name === 'used' ? t('move_in.sum_used') : t('move_in.sum_quota');
}
