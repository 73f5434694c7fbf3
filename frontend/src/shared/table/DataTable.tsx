import { Button, Callout, Checkbox, HTMLTable, Intent } from '@blueprintjs/core';
import { lazy, Suspense, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, LoadingLines } from '../display/states';
import { ColumnHeads } from './ColumnHeads';
import { DataRow } from './DataRow';
import { type DataRowProps, type DataTableProps, type Selection } from './table-props';
import { useRowProps } from './use-row-props';
import { useScrollsSideways } from './use-scrolls-sideways';
import { type VirtualRowsProps } from './VirtualRows';

/** Loaded for the first table that is too long to be drawn whole; `lazy` forgets that the rows have a type. */
const VirtualRows = lazy(async () => ({ default: (await import('./VirtualRows')).VirtualRows })) as unknown as <Row>(
  props: VirtualRowsProps<Row>,
) => ReactElement;

function SelectAll({ keys, selection }: { readonly keys: readonly number[]; readonly selection: Selection }) {
  const { t } = useTranslation();
  const count = keys.filter(key => selection.chosen.has(key)).length;
  const areAll = keys.length > 0 && count === keys.length;
  const choose = () => {
    const others = [...selection.chosen].filter(key => !keys.includes(key));
    selection.onChange(new Set(areAll ? others : [...others, ...keys]));
  };
  return (
    <Checkbox
      className="table-checkbox"
      aria-label={t('common.select_all')}
      checked={areAll}
      indeterminate={count > 0 && !areAll}
      onChange={choose}
    />
  );
}

/** What the table shows while there are no rows. */
function TableState({ rows, hasFailed, onRetry, emptyText, emptyAction }: Omit<DataTableProps<unknown>, 'keyOf'>) {
  const { t } = useTranslation();
  if (!rows && !hasFailed) return <LoadingLines />;
  return (
    <div className="table-state">
      {hasFailed ? (
        <ErrorState onRetry={onRetry} />
      ) : (
        <EmptyState text={emptyText ?? t('common.empty')} action={emptyAction} />
      )}
    </div>
  );
}

/** Says above the rows of the last response that newer ones could not be read. */
function OldRowsNote({ onRetry }: Pick<DataTableProps<unknown>, 'onRetry'>) {
  const { t } = useTranslation();
  return (
    <Callout className="block" intent={Intent.WARNING} role="status" compact>
      <span className="cluster">
        {t('common.old_rows')}
        {onRetry && <Button size="small" text={t('common.retry')} onClick={onRetry} />}
      </span>
    </Callout>
  );
}

interface WholeRowsProps<Row> extends Pick<DataTableProps<Row>, 'keyOf'> {
  readonly rows: readonly Row[];
  readonly rowProps: (row: Row) => DataRowProps<Row>;
}

function WholeRows<Row>({ rows, keyOf, rowProps }: WholeRowsProps<Row>) {
  return (
    <tbody role="rowgroup">
      {rows.map(row => (
        <DataRow key={keyOf(row)} {...rowProps(row)} />
      ))}
    </tbody>
  );
}

/**
 * The only table component: columns as data, selection, rows that open, and the loading, empty and error states. At a
 * width of 600 pixels or less each row becomes a card with a label beside every value (style sheet). The roles are set
 * explicitly because that layout removes the native ones.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, selection, renderDetail, isFetching, hasFailed, className = '' } = props;
  const rowProps = useRowProps(props);
  const [frame, hidden] = useScrollsSideways();
  if (!rows || rows.length === 0) {
    // Without rows no row function is called, so the row type does not matter.
    return <TableState {...(props as unknown as DataTableProps<unknown>)} />;
  }
  const isVirtual = rows.length > (props.drawnAtOnce ?? Infinity);
  return (
    <div
      ref={frame}
      className="table-frame"
      tabIndex={hidden ? 0 : undefined}
      data-hidden={hidden}
      aria-busy={isFetching}
    >
      {hasFailed && <OldRowsNote onRetry={props.onRetry} />}
      <HTMLTable
        role="table"
        className={`data-table ${className}`.trim()}
        compact
        aria-label={label}
        aria-rowcount={isVirtual ? rows.length + 1 : undefined}
      >
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" className="cell-tool">
                <SelectAll keys={rows.map(keyOf)} selection={selection} />
              </th>
            )}
            {(renderDetail ?? props.onOpen) && <th role="columnheader" className="cell-tool" />}
            <ColumnHeads columns={columns} onMove={props.onMoveColumn} />
          </tr>
        </thead>
        {isVirtual ? (
          <Suspense fallback={<WholeRows rows={rows.slice(0, props.drawnAtOnce)} keyOf={keyOf} rowProps={rowProps} />}>
            <VirtualRows rows={rows} table={props} rowProps={rowProps} />
          </Suspense>
        ) : (
          <WholeRows rows={rows} keyOf={keyOf} rowProps={rowProps} />
        )}
      </HTMLTable>
    </div>
  );
}
