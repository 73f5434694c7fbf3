import '../../styles/reach.css';
import { Button, H3 } from '@blueprintjs/core';
import { Key } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { pageOf } from '../../shared/format/list';
import { PagedTable } from '../../shared/table/PagedTable';
import { useListTokensQuery } from '../../base/token-list-api';
import { EmptyState, ErrorState, LoadingLines } from '../../shared/display/states';
import { modelColumns } from './model-columns';
import { ChannelAccess, ModelAccess } from './ModelAccess';
import { KeyFacts } from './access-report-parts';
import { AccessReportBar } from './AccessReportBar';
import { useAccessReport, type AccessState } from './use-access-report';
import '../../styles/reach.css';

/** Shown while no key is chosen; a user without keys is led to the page where keys are created. */
function NoKey({ isAdmin }: { readonly isAdmin: boolean }) {
  const { t } = useTranslation();
  const { data } = useListTokensQuery({ page: 1, size: 1 });
  const navigate = useNavigate();
  const hasNone = data?.rows.length === 0 && !isAdmin;
  return (
    <EmptyState
      icon={<Key size={32} />}
      title={hasNone ? t('access.no_own_keys') : t('access.no_key')}
      text={hasNone ? undefined : t('access.no_key_hint')}
      action={hasNone ? <Button text={t('access.to_tokens')} onClick={() => void navigate('/token')} /> : undefined}
    />
  );
}

/** All models of the key, page by page. */
function ModelTable({ state: { table, all } }: { readonly state: AccessState }) {
  const { t } = useTranslation();
  const { reach, isFetching } = all;
  const { filters, setFilters } = table;
  const columns = useMemo(
    () => modelColumns({ t, showsChannels: reach?.view === 'full', onChoose: model => setFilters({ model }) }),
    [t, reach?.view, setFilters],
  );
  const wanted = filters.find.toLowerCase();
  const found = (reach?.models ?? []).filter(({ model }) => model.toLowerCase().includes(wanted));
  const { rows, total } = pageOf(found, table);
  return (
    <>
      <PagedTable
        label={t('access.models_label')}
        columns={columns}
        list={{ rows: rows.map((row, at) => ({ ...row, at })), total, isFetching, hasFailed: false }}
        pages={table}
        keyOf={row => row.at}
        nameOf={row => row.model}
        emptyText={wanted === '' ? t('access.no_models') : t('access.none_found')}
        isMuted={row => !row.is_served}
      />
      {reach !== undefined && reach.models_left_out > 0 && (
        <p className="muted">{t('access.models_left_out', { count: reach.models_left_out })}</p>
      )}
    </>
  );
}

function Content({ state }: { readonly state: AccessState }) {
  const { tokenId, isAdmin, table } = state;
  const { model } = table.filters;
  const { reach, hasFailed, refetch } = model === '' ? state.all : state.one;
  if (tokenId === null) return <NoKey isAdmin={isAdmin} />;
  if (hasFailed) return <ErrorState onRetry={refetch} />;
  if (!reach) return <LoadingLines />;
  const [row] = reach.models;
  return (
    <>
      <KeyFacts reach={reach} />
      {model === '' ? <ModelTable state={state} /> : row && <ModelAccess row={row} />}
      {reach.detail && <ChannelAccess model={model} detail={reach.detail} />}
    </>
  );
}

/** Shows which models a key may call, where its calls go, and why other channels are not used. */
export function AccessReportPage() {
  const { t } = useTranslation();
  const state = useAccessReport();
  return (
    <>
      <H3 className="page-title">{t('shell.access')}</H3>
      <p className="muted">{t('access.intro')}</p>
      <AccessReportBar state={state} />
      <Content state={state} />
    </>
  );
}
