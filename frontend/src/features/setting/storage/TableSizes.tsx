import { Card, H5 } from '@blueprintjs/core';
import { type StorageTable, type StorageView } from '@contracts';
import { type TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../../shared/display/FactList';
import { formatBytes } from '../../../shared/format/bytes';
import { formatNumber } from '../../../shared/format/quota';
import { formatTime } from '../../../shared/format/time';
import { type Column } from '../../../shared/table/column';
import { DataTable } from '../../../shared/table/DataTable';
import { useGetStorageQuery } from './storage-api';

const DATABASES: Readonly<Record<StorageView['database'], string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  mysql: 'MySQL / MariaDB',
};

/** A table with its place in the list. */
type SizeRow = StorageTable & { readonly place: number };

function factsOf(view: StorageView, t: TFunction) {
  const { database, bytes, free_bytes, disk_free_bytes, oldest_log_at, measured_at } = view;
  const isMeasured = measured_at > 0;
  return [
    { label: t('storage.database'), value: DATABASES[database] },
    { label: t('storage.total'), value: isMeasured ? formatBytes(bytes) : t('storage.measuring') },
    ...(free_bytes === null ? [] : [{ label: t('storage.free'), value: formatBytes(free_bytes) }]),
    ...(disk_free_bytes === null ? [] : [{ label: t('storage.disk_free'), value: formatBytes(disk_free_bytes) }]),
    { label: t('storage.oldest_log'), value: formatTime(oldest_log_at) || t('storage.none') },
    ...(isMeasured ? [{ label: t('storage.measured'), value: formatTime(measured_at) }] : []),
  ];
}

function columnsFor(t: TFunction): readonly Column<SizeRow>[] {
  const about = (text: string, isEstimated: boolean) => (isEstimated ? t('storage.about', { text }) : text);
  return [
    { id: 'name', header: t('storage.table'), render: row => <code>{row.name}</code> },
    {
      id: 'rows',
      header: t('storage.rows'),
      isNumeric: true,
      render: row => about(formatNumber(row.rows), row.is_rows_estimated),
    },
    {
      id: 'bytes',
      header: t('storage.bytes'),
      isNumeric: true,
      render: row => about(formatBytes(row.bytes), row.is_bytes_estimated),
    },
  ];
}

/** What each table holds, the largest first. */
export function TableSizes() {
  const { t } = useTranslation();
  const { data, isFetching, isError, refetch } = useGetStorageQuery();
  const columns = useMemo(() => columnsFor(t), [t]);
  const rows = useMemo(() => data?.tables.map((table, place) => ({ ...table, place })), [data]);
  return (
    <Card className="draft-card">
      <H5>{t('storage.sizes')}</H5>
      {data && <FactList facts={factsOf(data, t)} />}
      <DataTable
        label={t('storage.sizes')}
        className="storage-table"
        columns={columns}
        rows={rows}
        keyOf={row => row.place}
        isFetching={isFetching}
        hasFailed={isError && !data}
        onRetry={() => void refetch()}
        emptyText={t('storage.measuring_hint')}
      />
      {rows?.some(row => row.is_rows_estimated) && <p className="muted">{t('storage.estimated_hint')}</p>}
    </Card>
  );
}
