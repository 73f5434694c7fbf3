import { TeamRole, TOKEN_KEY_PREFIX, type TeamDetail, type TeamKey } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStatus } from '../../base/site/use-status';
import { useAppSelector } from '../../base/store-hooks';
import { CopyText } from '../../shared/copy/CopyText';
import { DeleteButton } from '../../shared/dialog/DeleteButton';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { formatQuota } from '../../shared/format/quota';
import { TimeCell } from '../../shared/display/TimeCell';
import { type Column } from '../../shared/table/column';
import { DataTable } from '../../shared/table/DataTable';
import { newRowAddress } from '../../shared/table/use-new-row';
import { useListTeamKeysQuery, useRemoveTeamKeyMutation } from './team-parts-api';
import { useRank } from './use-rank';

function SharedKey({ row }: { readonly row: TeamKey }) {
  const { t } = useTranslation();
  if (row.key === '') return null;
  const text = `${TOKEN_KEY_PREFIX}${row.key}`;
  return (
    <CopyText text={text} notice={t('common.copied')}>
      <code>{`${text.slice(0, 6)}…${text.slice(-3)}`}</code>
    </CopyText>
  );
}

function RemoveButton({ teamId, row }: { readonly teamId: number; readonly row: TeamKey }) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [removeKey] = useRemoveTeamKeyMutation();
  const { name } = row;
  return (
    <DeleteButton
      label={t('team.remove_key', { name })}
      question={t('team.remove_key_question', { name })}
      warning={t('team.remove_key_warning')}
      onConfirm={() => void announce(removeKey({ teamId, keyId: row.id }))}
    />
  );
}

function useColumns(team: TeamDetail): readonly Column<TeamKey>[] {
  const { t } = useTranslation();
  const display = useStatus();
  const isManaging = useRank(team) >= TeamRole.Manager;
  const username = useAppSelector(state => state.session.user?.username ?? '');
  return useMemo(
    () => [
      { id: 'name', header: t('team.name'), render: row => <span className="cell-wide">{row.name}</span> },
      { id: 'whose', header: t('team.whose'), render: row => (row.is_shared ? t('team.shared') : row.username) },
      { id: 'key', header: t('team.key'), render: row => <SharedKey row={row} /> },
      { id: 'tags', header: t('team.tags'), render: row => <span className="cell-wide">{row.tags}</span> },
      {
        id: 'used',
        header: t('team.used'),
        isNumeric: true,
        render: row => formatQuota(row.used_quota, display),
      },
      { id: 'last', header: t('team.last_used'), render: row => <TimeCell seconds={row.accessed_time} /> },
      {
        id: 'actions',
        header: t('common.actions'),
        render: row => (isManaging || row.username === username ? <RemoveButton teamId={team.id} row={row} /> : null),
      },
    ],
    [t, display, isManaging, username, team.id],
  );
}

/** The keys whose calls the team pays. */
export function TeamKeys({ team }: { readonly team: TeamDetail }) {
  const { t } = useTranslation();
  const { data, isFetching, isError, refetch } = useListTeamKeysQuery(team.id);
  const columns = useColumns(team);
  return (
    <>
      {team.role > 0 && (
        <div className="toolbar">
          <Link to={newRowAddress('/token')}>{t('team.make_key')}</Link>
        </div>
      )}
      <DataTable
        label={t('team.tab_keys')}
        columns={columns}
        rows={data}
        isFetching={isFetching}
        hasFailed={isError}
        onRetry={() => void refetch()}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        emptyText={t('team.empty_keys')}
      />
    </>
  );
}
