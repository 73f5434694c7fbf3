import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { TEAM_INVITATION_DAYS_MAX, TeamRole, type TeamDetail, type TeamRoleValue } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { NumberField, SelectField, TextField } from '../../shared/form/fields';
import { FormDialog } from '../../shared/dialog/FormDialog';
import { useInviteToTeamMutation } from './team-parts-api';
import { useRank } from './use-rank';

const USUAL_DAYS = '7';

interface InviteDialogProps {
  readonly team: TeamDetail;
  readonly onClose: () => void;
}

/** The link, which is shown once. */
function LinkDialog({ code, onClose }: { readonly code: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const link = `${window.location.origin}/team/join/${code}`;
  return (
    <Dialog isOpen title={t('team.link_title')} onClose={onClose}>
      <DialogBody>
        <p>{t('team.link_hint')}</p>
        <CopyText text={link} notice={t('common.copied')}>
          <code className="team-link">{link}</code>
        </CopyText>
      </DialogBody>
      <DialogFooter actions={<Button text={t('common.close')} onClick={onClose} />} />
    </Dialog>
  );
}

/** The form of an invitation, and then its link. */
export function InviteDialog({ team, onClose }: InviteDialogProps) {
  const { t } = useTranslation();
  const rank = useRank(team);
  const [role, setRole] = useState<TeamRoleValue>(TeamRole.Member);
  const [email, setEmail] = useState('');
  const [days, setDays] = useState(USUAL_DAYS);
  const [isFaulty, setFaulty] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const [invite, { isLoading }] = useInviteToTeamMutation();
  const roles = rank === TeamRole.Owner ? [TeamRole.Member, TeamRole.Manager] : [TeamRole.Member];
  const submit = async () => {
    const isWhole = /^\d+$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= TEAM_INVITATION_DAYS_MAX;
    setFaulty(!isWhole);
    if (!isWhole) return;
    const { data } = await invite({ teamId: team.id, role, email: email.trim(), days: Number(days) });
    if (data) setCode(data.code);
  };
  if (code !== null) return <LinkDialog code={code} onClose={onClose} />;
  return (
    <FormDialog
      action={t('common.submit')}
      canOutsideClickClose
      title={t('team.invite_title', { name: team.name })}
      isBusy={isLoading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SelectField
        label={t('team.role')}
        value={String(role)}
        options={roles.map(value => ({ value, label: t(`team.role_${value}`) }))}
        onChange={value => setRole(Number(value) as TeamRoleValue)} // one of the options
      />
      <TextField label={t('team.email')} helper={t('team.email_hint')} value={email} onChange={setEmail} />
      <NumberField
        label={t('team.days')}
        fault={isFaulty ? t('team.fault_days') : undefined}
        min={1}
        value={days}
        onChange={setDays}
      />
    </FormDialog>
  );
}
