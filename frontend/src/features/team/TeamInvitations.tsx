import { type TeamDetail, type TeamInvitation } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteButton } from '../../shared/dialog/DeleteButton';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { TimeCell } from '../../shared/display/TimeCell';
import { AddButton } from '../../shared/table/AddButton';
import { type Column } from '../../shared/table/column';
import { DataTable } from '../../shared/table/DataTable';
import { InviteDialog } from './InviteDialog';
import { useWithdrawTeamInvitationMutation } from './team-parts-api';

function WithdrawButton({
  teamId,
  invitation: { id },
}: {
  readonly teamId: number;
  readonly invitation: TeamInvitation;
}) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [withdraw] = useWithdrawTeamInvitationMutation();
  return (
    <DeleteButton
      label={t('team.withdraw_invitation', { id })}
      question={t('team.invitation_question')}
      warning={t('team.invitation_warning')}
      onConfirm={() => void announce(withdraw({ teamId, invitationId: id }))}
    />
  );
}

/** The invitations that wait, and the form of a new one. */
export function TeamInvitations({ team }: { readonly team: TeamDetail }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const columns = useMemo<readonly Column<TeamInvitation>[]>(
    () => [
      { id: 'role', header: t('team.role'), render: ({ role }) => t(`team.role_${role}`) },
      {
        id: 'email',
        header: t('team.mailed_to'),
        render: ({ email }) => <span className="cell-wide">{email || '–'}</span>,
      },
      { id: 'by', header: t('team.invited_by'), render: ({ created_by: by }) => by },
      { id: 'expires', header: t('team.expires'), render: ({ expires_time: time }) => <TimeCell seconds={time} /> },
      {
        id: 'actions',
        header: t('common.actions'),
        render: invitation => <WithdrawButton teamId={team.id} invitation={invitation} />,
      },
    ],
    [t, team.id],
  );
  return (
    <>
      <div className="toolbar">
        <AddButton text={t('team.invite')} onAdd={() => setOpen(true)} />
      </div>
      <DataTable
        label={t('team.tab_invitations')}
        columns={columns}
        rows={team.invitations}
        keyOf={({ id }) => id}
        emptyText={t('team.empty_invitations')}
      />
      {isOpen && <InviteDialog team={team} onClose={() => setOpen(false)} />}
    </>
  );
}
