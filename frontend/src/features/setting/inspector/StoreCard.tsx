import { Card, H5, Intent, Tag } from '@blueprintjs/core';
import { type InspectedCallRow } from '@contracts';
import { type TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../shared/format/bytes';
import { KeptContent } from '../../../base/inspector/KeptContent';
import { useAppSelector } from '../../../base/store-hooks';
import { CopyText } from '../../../shared/copy/CopyText';
import { ConfirmButton } from '../../../shared/dialog/ConfirmButton';
import { notices } from '../../../shared/dialog/notices';
import { TimeCell } from '../../../shared/display/TimeCell';
import { type Column } from '../../../shared/table/column';
import { DataTable } from '../../../shared/table/DataTable';
import { RefreshButton } from '../../../shared/table/RefreshButton';
import { useEmptyInspectStoreMutation, useGetInspectStoreQuery } from './inspect-rule-api';
import '../../../styles/inspector.css';

function columnsOf(t: TFunction): readonly Column<InspectedCallRow>[] {
  return [
    { id: 'time', header: t('inspector.time'), render: row => <TimeCell seconds={row.created_time} /> },
    { id: 'user', header: t('inspector.user'), render: row => row.username || `#${row.user_id}` },
    { id: 'model', header: t('inspector.model'), render: row => row.model_name },
    {
      id: 'status',
      header: t('common.status'),
      render: row => (
        <Tag minimal intent={row.has_failed ? Intent.DANGER : Intent.SUCCESS}>
          {row.status || t('inspector.no_response')}
        </Tag>
      ),
    },
    { id: 'size', header: t('inspector.size'), isNumeric: true, render: row => formatBytes(row.bytes) },
    { id: 'until', header: t('inspector.until'), render: row => <TimeCell seconds={row.kept_until} /> },
    {
      id: 'id',
      header: t('inspector.request_id'),
      render: row => (
        <CopyText text={row.request_id}>
          <code className="mono">{row.request_id}</code>
        </CopyText>
      ),
    },
  ];
}

/** What is kept: how much room it takes, and the newest calls. */
export function StoreCard() {
  const { t } = useTranslation();
  const ownId = useAppSelector(state => state.session.user?.id ?? 0);
  const { data, isFetching, isError, refetch } = useGetInspectStoreQuery();
  const [empty, { isLoading }] = useEmptyInspectStoreMutation();
  const columns = useMemo(() => columnsOf(t), [t]);
  const emptyAll = async () => {
    const { data: count } = await empty();
    if (count !== undefined) notices.success(t('inspector.emptied', { count }));
  };
  return (
    <Card className="draft-card">
      <H5>{t('inspector.store')}</H5>
      {data && (
        <>
          <p className="muted">
            {t('inspector.store_size', {
              count: data.total,
              bytes: formatBytes(data.bytes),
              max: formatBytes(data.bytes_max),
            })}
          </p>
          <meter
            className="block inspect-meter"
            aria-label={t('inspector.store')}
            max={Math.max(1, data.bytes_max)}
            value={data.bytes}
          />
        </>
      )}
      <div className="toolbar">
        <ConfirmButton
          variant="outlined"
          intent={Intent.DANGER}
          loading={isLoading}
          text={t('inspector.empty_store')}
          question={t('inspector.empty_question')}
          warning={t('inspector.remove_warning')}
          onConfirm={() => void emptyAll()}
        />
        <RefreshButton onRefresh={() => void refetch()} />
      </div>
      <DataTable
        label={t('inspector.store')}
        columns={columns}
        rows={data?.calls}
        isFetching={isFetching}
        hasFailed={isError}
        onRetry={() => void refetch()}
        keyOf={row => row.id}
        nameOf={row => row.request_id}
        emptyText={t('inspector.store_empty')}
        renderDetail={row => (
          <KeptContent requestId={row.request_id} keptUntil={row.kept_until} isOwn={row.user_id === ownId} />
        )}
      />
    </Card>
  );
}
