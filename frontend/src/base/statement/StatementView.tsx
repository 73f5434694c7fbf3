import { Button, HTMLSelect } from '@blueprintjs/core';
import { Print } from '@blueprintjs/icons';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../shared/table/DataTable';
import { recentMonths } from './months';
import { usageColumns } from './statement-columns';
import { useGetStatementQuery, type StatementOwner } from './statement-api';
import { StatementFiles } from './StatementFiles';
import { StatementSheet } from './StatementSheet';
import '../../styles/statement.css';

interface StatementViewProps {
  readonly owner: StatementOwner;
  /** The chosen month; the present one where it is none of those that may be chosen. */
  readonly month: string;
  readonly onMonth: (month: string) => void;
  /** What else is chosen, beside the month. */
  readonly children?: ReactNode;
}

/** A statement by month, with its files. */
export function StatementView({ owner, month: chosen, onMonth, children }: StatementViewProps) {
  const { t } = useTranslation();
  const months = recentMonths();
  const month = months.find(known => known === chosen) ?? months[0] ?? '';
  const of = { ...owner, month };
  const { currentData, isFetching, isError, refetch } = useGetStatementQuery(of);
  return (
    <>
      <div className="toolbar toolbar-center">
        <HTMLSelect
          aria-label={t('statement.month')}
          value={month}
          options={[...months]}
          onChange={event => onMonth(event.currentTarget.value)}
        />
        {children}
        <span className="toolbar-end">
          <StatementFiles of={of} isDisabled={currentData === undefined} />
          <Button
            variant="minimal"
            icon={<Print />}
            text={t('statement.print')}
            disabled={currentData === undefined}
            onClick={() => window.print()}
          />
        </span>
      </div>
      {currentData ? (
        <StatementSheet statement={currentData} />
      ) : (
        <DataTable
          label={t('statement.title')}
          columns={usageColumns(t, { quota_per_unit: 1, display_in_currency: true }, t('statement.model'))}
          rows={undefined}
          keyOf={({ key }) => key}
          isFetching={isFetching}
          hasFailed={isError}
          onRetry={() => void refetch()}
        />
      )}
      <p className="muted">{t('statement.hint')}</p>
    </>
  );
}
