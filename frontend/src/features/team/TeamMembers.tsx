import { Button, HTMLSelect } from '@blueprintjs/core';
import { Edit, Exchange } from '@blueprintjs/icons';
import { TeamRole, type TeamDetail, type TeamMember, type TeamRoleValue } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyOf, roundMoney, termsText } from '../../base/budget/budget-words';
import { useStatus } from '../../base/site/use-status';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { DeleteButton } from '../../shared/dialog/DeleteButton';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { TimeCell } from '../../shared/display/TimeCell';
import { type Column } from '../../shared/table/column';
import { DataTable } from '../../shared/table/DataTable';
import { CapDialog } from './CapDialog';
import { useEditTeamMemberMutation, useRemoveTeamMemberMutation } from './team-api';
import { useRank } from './use-rank';

interface MemberProps {
  readonly team: TeamDetail;
  readonly member: TeamMember;
}

const GIVEN_ROLES = [TeamRole.Member, TeamRole.Manager] as const;

/** Managers act on plain members, owners on everybody but themselves. */
function mayChange(rank: number, { role }: TeamMember): boolean {
  return role !== TeamRole.Owner && (rank === TeamRole.Owner || role < rank);
}

function RoleCell({ team, member }: MemberProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [editMember] = useEditTeamMemberMutation();
  const { user_id: userId, username: name, role } = member;
  if (useRank(team) < TeamRole.Owner || role === TeamRole.Owner) return t(`team.role_${role}`);
  const give = (value: TeamRoleValue) => void announce(editMember({ teamId: team.id, userId, role: value }));
  return (
    <HTMLSelect
      aria-label={t('team.role_of', { name })}
      value={role}
      options={GIVEN_ROLES.map(value => ({ value, label: t(`team.role_${value}`) }))}
      onChange={event => give(Number(event.currentTarget.value) as TeamRoleValue)} // one of the options
    />
  );
}

function CapCell({ member: { cap } }: { readonly member: TeamMember }) {
  const { t } = useTranslation();
  const display = useStatus();
  if (!cap) return <span className="muted">{t('team.cap_none')}</span>;
  const terms = termsText({ ...cap, is_rolling: false }, display, t);
  const spent = cap.used_quota === 0 ? moneyOf(0, display) : roundMoney(cap.used_quota, display);
  return <span className="cell-wide">{t('team.cap_each', { spent, terms })}</span>;
}

function MemberActions({ team, member, onCap }: MemberProps & { readonly onCap: (member: TeamMember) => void }) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [editMember] = useEditTeamMemberMutation();
  const [removeMember] = useRemoveTeamMemberMutation();
  const rank = useRank(team);
  const { user_id: userId, username: name } = member;
  const of = { teamId: team.id, userId };
  if (rank < TeamRole.Manager) return null;
  const mayCap = rank === TeamRole.Owner || member.role < rank;
  return (
    <span className="cell-actions">
      {mayCap && (
        <Button
          size="small"
          variant="minimal"
          icon={<Edit />}
          text={t('team.cap')}
          aria-label={t('team.set_cap', { name })}
          onClick={() => onCap(member)}
        />
      )}
      {rank === TeamRole.Owner && member.role !== TeamRole.Owner && (
        <ConfirmButton
          size="small"
          variant="minimal"
          icon={<Exchange />}
          aria-label={t('team.hand_over', { name })}
          title={t('team.hand_over', { name })}
          question={t('team.hand_over_question', { name })}
          warning={t('team.hand_over_warning')}
          confirmLabel={t('team.hand_over', { name })}
          onConfirm={() => void announce(editMember({ ...of, role: TeamRole.Owner }))}
        />
      )}
      {mayChange(rank, member) && (
        <DeleteButton
          label={t('team.remove_member', { name })}
          question={t('team.remove_member_question', { name })}
          warning={t('team.remove_member_warning')}
          onConfirm={() => void announce(removeMember(of))}
        />
      )}
    </span>
  );
}

/** Who is in a team; plain members see themselves. */
export function TeamMembers({ team }: { readonly team: TeamDetail }) {
  const { t } = useTranslation();
  const [capped, setCapped] = useState<TeamMember | null>(null);
  const columns = useMemo<readonly Column<TeamMember>[]>(
    () => [
      {
        id: 'name',
        header: t('team.member'),
        render: member => <span className="cell-wide">{member.username}</span>,
      },
      { id: 'role', header: t('team.role'), render: member => <RoleCell team={team} member={member} /> },
      { id: 'joined', header: t('team.joined'), render: member => <TimeCell seconds={member.joined_time} /> },
      { id: 'cap', header: t('team.cap'), render: member => <CapCell member={member} /> },
      {
        id: 'actions',
        header: t('common.actions'),
        render: member => <MemberActions team={team} member={member} onCap={setCapped} />,
      },
    ],
    [t, team],
  );
  return (
    <>
      <DataTable
        label={t('team.tab_members')}
        columns={columns}
        rows={team.members}
        keyOf={member => member.user_id}
        nameOf={member => member.username}
      />
      {capped && <CapDialog teamId={team.id} member={capped} onClose={() => setCapped(null)} />}
    </>
  );
}
