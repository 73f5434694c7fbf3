import { Callout, Card, H5, Intent } from '@blueprintjs/core';
import { type LogEntry } from '@contracts';
import { type TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useIsAdmin } from '../../base/session/use-role';
import { TimeCell } from '../../shared/display/TimeCell';
import { type Column } from '../../shared/table/column';
import { DataTable } from '../../shared/table/DataTable';
import { LogText } from '../../shared/log/LogText';
import { useListTopUpRecordsQuery } from './wallet-api';

function recordColumns(t: TFunction, isAdmin: boolean): readonly Column<LogEntry>[] {
  const user: Column<LogEntry> = { id: 'user', header: t('wallet.user'), render: entry => entry.username };
  return [
    { id: 'time', header: t('wallet.time'), render: entry => <TimeCell seconds={entry.created_at} /> },
    ...(isAdmin ? [user] : []),
    // This is the text of the log row, as the request log shows it too.
    { id: 'content', header: t('wallet.record'), render: entry => <LogText entry={entry} /> },
  ];
}

/** The latest top-ups by code and by payment: the own ones, and those of all users for administrators. */
export function TopUpRecords() {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  const { data, isFetching, isError } = useListTopUpRecordsQuery({ isAdmin }, { refetchOnMountOrArgChange: true });
  const columns = useMemo(() => recordColumns(t, isAdmin), [t, isAdmin]);
  return (
    <Card className="block">
      <div className="card-head">
        <H5>{isAdmin ? t('wallet.records_all') : t('wallet.records')}</H5>
        <Link to="/log?type=1">{t('wallet.more_records')}</Link>
      </div>
      {isError ? (
        <Callout compact intent={Intent.DANGER}>
          {t('wallet.records_failed')}
        </Callout>
      ) : (
        <DataTable
          label={t('wallet.records')}
          columns={columns}
          rows={data}
          keyOf={entry => entry.id}
          isFetching={isFetching}
          emptyText={t('wallet.no_records')}
        />
      )}
    </Card>
  );
}
