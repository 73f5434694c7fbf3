import { Button, H3, Intent, Tab, Tabs } from '@blueprintjs/core';
import { ArrowLeft, BankAccount, Edit, LogOut, Trash } from '@blueprintjs/icons';
import { TeamRole, type TeamDetail } from '@contracts';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useStatus } from '../../base/site/use-status';
import { useAppSelector } from '../../base/store-hooks';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { FactList } from '../../shared/display/FactList';
import { formatQuota } from '../../shared/format/quota';
import { ErrorState, LoadingLines } from '../../shared/display/states';
import { EditTeamDrawer } from './EditTeamDrawer';
import { MoneyDialog } from './MoneyDialog';
import { useGetTeamQuery, useRemoveTeamMemberMutation, useRemoveTeamMutation } from './team-api';
import { TeamInvitations } from './TeamInvitations';
import { TeamKeys } from './TeamKeys';
import { TeamLog } from './TeamLog';
import { TeamMembers } from './TeamMembers';
import { TeamStatement } from './TeamStatement';
import { TeamUsage } from './TeamUsage';
import { useRank } from './use-rank';

interface TeamProps {
  readonly team: TeamDetail;
}

function LeaveButton({ team: { id, name } }: TeamProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const userId = useAppSelector(state => state.session.user?.id ?? 0);
  const [removeMember] = useRemoveTeamMemberMutation();
  const leave = async () => {
    if (await announce(removeMember({ teamId: id, userId }))) void navigate('/team');
  };
  return (
    <ConfirmButton
      icon={<LogOut />}
      text={t('team.leave')}
      question={t('team.leave_question', { name })}
      warning={t('team.leave_warning')}
      confirmLabel={t('team.leave')}
      onConfirm={() => void leave()}
    />
  );
}

function DeleteButton({ team: { id, name } }: TeamProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const [removeTeam] = useRemoveTeamMutation();
  const remove = async () => {
    if (await announce(removeTeam(id))) void navigate('/team');
  };
  return (
    <ConfirmButton
      icon={<Trash />}
      intent={Intent.DANGER}
      variant="outlined"
      text={t('team.delete')}
      question={t('team.delete_question', { name })}
      warning={t('team.delete_warning')}
      confirmLabel={t('common.delete')}
      onConfirm={() => void remove()}
    />
  );
}

function Actions({ team }: TeamProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rank = useRank(team);
  const [open, setOpen] = useState<'money' | 'edit' | null>(null);
  const close = () => setOpen(null);
  const isManaging = rank >= TeamRole.Manager;
  return (
    <div className="toolbar">
      <Button icon={<ArrowLeft />} text={t('team.back')} onClick={() => void navigate('/team')} />
      {isManaging && <Button icon={<BankAccount />} text={t('team.money')} onClick={() => setOpen('money')} />}
      {isManaging && <Button icon={<Edit />} text={t('team.edit')} onClick={() => setOpen('edit')} />}
      {team.role > 0 && team.role < TeamRole.Owner && <LeaveButton team={team} />}
      {rank >= TeamRole.Owner && <DeleteButton team={team} />}
      {open === 'money' && <MoneyDialog team={team} onClose={close} />}
      {open === 'edit' && <EditTeamDrawer team={team} onClose={close} />}
    </div>
  );
}

const PARTS = ['members', 'keys', 'usage', 'log', 'invitations', 'statements'] as const;
type Part = (typeof PARTS)[number];

const panels: Readonly<Record<Part, (props: TeamProps) => JSX.Element>> = {
  members: TeamMembers,
  keys: TeamKeys,
  usage: TeamUsage,
  log: TeamLog,
  invitations: TeamInvitations,
  statements: TeamStatement,
};

/** The least rank that sees a part; everybody in the team sees all others. */
const RANKS: Readonly<Partial<Record<Part, number>>> = {
  invitations: TeamRole.Manager,
  statements: TeamRole.Owner,
};

function Parts({ team }: TeamProps) {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const rank = useRank(team);
  const parts = PARTS.filter(name => rank >= (RANKS[name] ?? 0));
  const part = parts.find(name => name === parameters.get('tab')) ?? 'members';
  const Panel = panels[part];
  return (
    <Tabs
      id="team"
      className="scroll-tabs"
      animate={false}
      selectedTabId={part}
      onChange={tab => setParameters({ tab: String(tab) })}
    >
      {parts.map(name => (
        <Tab
          key={name}
          id={name}
          title={t(`team.tab_${name}`)}
          panel={name === part ? <Panel team={team} /> : undefined}
        />
      ))}
    </Tabs>
  );
}

/** One team: its wallet, and everything in it. */
export function TeamView({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const display = useStatus();
  const { data: team, isError, refetch } = useGetTeamQuery(id);
  if (!team) {
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <LoadingLines />;
  }
  const { role, balance, used_quota: used, allowed_groups: groups, allowed_models: models } = team;
  return (
    <>
      <H3 className="page-title">{team.name}</H3>
      <FactList
        facts={[
          { label: t('team.balance'), value: formatQuota(balance, display) },
          { label: t('team.used'), value: formatQuota(used, display) },
          { label: t('team.role'), value: t(`team.role_${role}`) },
          { label: t('team.owner'), value: team.owner_name },
          ...(groups.length > 0 ? [{ label: t('team.allowed_groups'), value: groups.join(', ') }] : []),
          ...(models.length > 0 ? [{ label: t('team.allowed_models'), value: models.join(', ') }] : []),
        ]}
      />
      <Actions team={team} />
      <Parts team={team} />
    </>
  );
}
