import { Button, Card, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Download, Print } from '@blueprintjs/icons';
import { type Statement, type StatementLine } from '@contracts';
import dayjs from 'dayjs';
import { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../base/session/use-role';
import { useAppSelector } from '../../base/store-hooks';
import { formatCurrency, formatNumber, type QuotaDisplay } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';
import { DataTable } from '../../shared/table/DataTable';
import { useTableState } from '../../shared/table/use-table-state';
import { useExportStatementMutation, useGetStatementQuery, type StatementOf } from './report-api';

const MONTHS = 24;
const CURRENCY_DIGITS = 6;
const noChoices = { tab: 'usage', month: '', user: '' };

function lineColumns(t: TFunction, display: QuotaDisplay): readonly Column<StatementLine>[] {
  const money = (units: number) => formatCurrency(units, display, CURRENCY_DIGITS);
  return [
    { id: 'model', header: t('report.by_model'), render: ({ model }) => <span className="cell-wide">{model}</span> },
    { id: 'count', header: t('report.calls'), isNumeric: true, render: ({ count }) => formatNumber(count) },
    { id: 'token', header: t('report.tokens'), isNumeric: true, render: row => formatNumber(row.token_used) },
    { id: 'quota', header: t('report.amount'), isNumeric: true, render: ({ quota }) => money(quota) },
  ];
}

/** A statement as it is printed: who to whom, for which month, and what for. */
function Sheet({ statement }: { readonly statement: Statement }) {
  const { t } = useTranslation();
  const {
    number,
    month,
    issued_time: issued,
    site_name,
    site_address,
    username,
    display_name,
    lines,
    total,
  } = statement;
  const display = { quota_per_unit: statement.quota_per_unit, display_in_currency: true };
  const issuedOn = dayjs.unix(issued).format('YYYY-MM-DD');
  return (
    <Card className="statement-sheet">
      <div className="statement-head">
        <div>
          <strong>{site_name}</strong>
          <div className="statement-address">{site_address}</div>
        </div>
        <div>
          <strong>{number === 0 ? t('report.preliminary') : t('report.statement_number', { number })}</strong>
          <div className="muted">{t('report.issued', { day: issuedOn })}</div>
        </div>
      </div>
      <p>
        {t('report.statement_of', { month, name: display_name === '' ? username : `${display_name} (${username})` })}
      </p>
      <DataTable
        label={t('report.statement')}
        columns={lineColumns(t, display)}
        rows={lines.map((line, key) => ({ ...line, key }))}
        keyOf={({ key }) => key}
        emptyText={t('report.nothing_used')}
      />
      <p className="statement-total">
        {t('report.total')}: <strong>{formatCurrency(total.quota, display, CURRENCY_DIGITS)}</strong>
      </p>
    </Card>
  );
}

/** The months that may be chosen, the present one first. */
function recentMonths(now = dayjs()): readonly string[] {
  return Array.from({ length: MONTHS }, (_, back) => now.subtract(back, 'month').format('YYYY-MM'));
}

interface StatementBarProps {
  readonly isAdmin: boolean;
  readonly statementOf: StatementOf;
  readonly user: string;
  readonly months: readonly string[];
  readonly isThere: boolean;
  readonly choose: (changes: { readonly month?: string; readonly user?: string }) => void;
}

/** Which statement is shown, and how it is taken away. */
function StatementBar({ isAdmin, statementOf, user, months, isThere, choose }: StatementBarProps) {
  const { t } = useTranslation();
  const [exportStatement, { isLoading: isExporting }] = useExportStatementMutation();
  return (
    <div className="toolbar toolbar-center">
      <HTMLSelect
        aria-label={t('report.month')}
        value={statementOf.month}
        options={[...months]}
        onChange={event => choose({ month: event.currentTarget.value })}
      />
      {isAdmin && (
        <InputGroup
          type="number"
          min={1}
          aria-label={t('report.user_id')}
          placeholder={t('report.user_id')}
          defaultValue={user}
          onBlur={event => choose({ user: event.currentTarget.value })}
          onKeyDown={event => {
            if (event.key === 'Enter') choose({ user: event.currentTarget.value });
          }}
        />
      )}
      <span className="toolbar-end">
        <Button
          variant="minimal"
          icon={<Download />}
          text={t('report.export')}
          loading={isExporting}
          disabled={!isThere}
          onClick={() => void exportStatement(statementOf)}
        />
        <Button
          variant="minimal"
          icon={<Print />}
          text={t('report.print')}
          disabled={!isThere}
          onClick={() => window.print()}
        />
      </span>
    </div>
  );
}

/** Statements by month: the own, or those of any user for administrators. */
export function StatementPart() {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  const ownId = useAppSelector(state => state.session.user?.id ?? 0);
  const { filters, setFilters } = useTableState(noChoices);
  const months = recentMonths();
  const month = months.find(known => known === filters.month) ?? months[0] ?? '';
  const asked = /^[1-9]\d*$/.test(filters.user) ? Number(filters.user) : ownId;
  const statementOf = { month, userId: isAdmin ? asked : null };
  const { currentData, isFetching, isError, refetch } = useGetStatementQuery(statementOf);
  const bar = { isAdmin, statementOf, months, user: filters.user, isThere: currentData !== undefined };
  return (
    <>
      <StatementBar {...bar} choose={setFilters} />
      {currentData ? (
        <Sheet statement={currentData} />
      ) : (
        <DataTable
          label={t('report.statement')}
          columns={lineColumns(t, { quota_per_unit: 1, display_in_currency: true })}
          rows={undefined}
          keyOf={() => 0}
          isFetching={isFetching}
          hasFailed={isError}
          onRetry={() => void refetch()}
        />
      )}
      <p className="muted">{t('report.statement_hint')}</p>
    </>
  );
}
