import { Card, H5, Intent } from '@blueprintjs/core';
import { type StorageSubject } from '@contracts';
import { type TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../shared/dialog/ConfirmButton';
import { notices } from '../../../shared/dialog/notices';
import { formatNumber } from '../../../shared/format/quota';
import { formatTime } from '../../../shared/format/time';
import { type Column } from '../../../shared/table/column';
import { DataTable } from '../../../shared/table/DataTable';
import { useCleanUpMutation, useGetStorageQuery } from './storage-api';

/** How often the page looks whether a clean-up that runs has ended. */
const POLL_MS = 2000;

/** A subject with its place in the list. */
type SubjectRow = StorageSubject & { readonly place: number };

function nextText({ before, next_rows: count, is_next_more: isMore }: StorageSubject, t: TFunction): string {
  if (before === 0) return t('storage.nothing');
  const rows = t(isMore ? 'storage.rows_more' : 'storage.rows_count', { rows: formatNumber(count) });
  return t('storage.next_before', { rows, time: formatTime(before) });
}

function lastText({ removed_rows: count, removed_at: at }: StorageSubject, t: TFunction): string {
  return at === 0 ? '' : t('storage.removed_at', { rows: formatNumber(count), time: formatTime(at) });
}

function columnsFor(t: TFunction): readonly Column<SubjectRow>[] {
  return [
    {
      id: 'subject',
      header: t('storage.what'),
      render: row => <span className="cell-wide">{t(`storage.subject_${row.subject}`)}</span>,
    },
    {
      id: 'days',
      header: t('storage.kept_for'),
      isNumeric: true,
      render: row => (row.days === 0 ? t('storage.kept') : t('storage.kept_days', { days: row.days })),
    },
    { id: 'next', header: t('storage.next'), render: row => nextText(row, t) },
    { id: 'last', header: t('storage.last'), render: row => lastText(row, t) },
  ];
}

/** What is removed next, what was removed last, and the button that does it now. */
export function RetentionCard() {
  const { t } = useTranslation();
  const { data, isFetching, isError, refetch } = useGetStorageQuery();
  const isRunning = data?.is_running ?? false;
  useGetStorageQuery(undefined, { pollingInterval: isRunning ? POLL_MS : 0 });
  const [cleanUp, { isLoading }] = useCleanUpMutation();
  const columns = useMemo(() => columnsFor(t), [t]);
  const rows = useMemo(() => data?.subjects.map((subject, place) => ({ ...subject, place })), [data]);
  const mayClean = rows?.some(({ before }) => before > 0) ?? false;

  const start = async () => {
    const { error } = await cleanUp();
    if (!error) notices.success(t('storage.started'));
  };

  return (
    <Card className="draft-card">
      <H5>{t('storage.retention')}</H5>
      <p className="muted">{t('storage.retention_hint')}</p>
      <DataTable
        label={t('storage.retention')}
        className="storage-table"
        columns={columns}
        rows={rows}
        keyOf={row => row.place}
        isFetching={isFetching && !isRunning}
        hasFailed={isError && !data}
        onRetry={() => void refetch()}
      />
      <div className="cluster storage-actions">
        <ConfirmButton
          variant="outlined"
          intent={Intent.DANGER}
          text={isRunning ? t('storage.running') : t('storage.clean')}
          disabled={!mayClean || isRunning}
          loading={isLoading}
          question={t('storage.question')}
          warning={t('setting.irreversible')}
          onConfirm={() => void start()}
        />
        {data && (
          <span className="muted">
            {data.ran_at === 0 ? t('storage.never_ran') : t('storage.ran_at', { time: formatTime(data.ran_at) })}
          </span>
        )}
      </div>
    </Card>
  );
}
