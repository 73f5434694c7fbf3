import { type TeamMember } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findBudgetFault, newBudgetDraft, toFirstBudget } from '../../base/budget/budget-draft';
import { BudgetAmount } from '../../base/budget/BudgetFields';
import { useStatus } from '../../base/site/use-status';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { FormDialog } from '../../shared/dialog/FormDialog';
import { useEditTeamMemberMutation } from './team-api';

interface CapDialogProps {
  readonly teamId: number;
  readonly member: TeamMember;
  readonly onClose: () => void;
}

/** The form of what a member may spend of the wallet in each period. */
export function CapDialog({ teamId, member, onClose }: CapDialogProps) {
  const { t } = useTranslation();
  const display = useStatus();
  const announce = useAnnounce();
  const [draft, setDraft] = useState(() => {
    const { cap } = member;
    const amount = cap ? String(cap.quota / display.quota_per_unit) : '';
    return { ...newBudgetDraft(), amount, window: cap?.window ?? ('month' as const) };
  });
  const [isFaulty, setFaulty] = useState(false);
  const [editMember, { isLoading }] = useEditTeamMemberMutation();
  const isNone = draft.amount.trim() === '';
  const submit = async () => {
    const fault = isNone ? null : findBudgetFault(draft, display);
    setFaulty(fault !== null);
    if (fault) return;
    const { quota, window } = toFirstBudget(draft, display);
    const cap = isNone ? null : { quota, window };
    if (await announce(editMember({ teamId, userId: member.user_id, cap }))) onClose();
  };
  return (
    <FormDialog
      action={t('common.submit')}
      canOutsideClickClose
      title={t('team.cap_of', { name: member.username })}
      isBusy={isLoading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="muted">{t('team.cap_hint')}</p>
      <BudgetAmount
        draft={draft}
        fault={isFaulty ? 'amount' : null}
        isOptional
        onChange={changes => {
          setFaulty(false);
          setDraft(current => ({ ...current, ...changes }));
        }}
      />
    </FormDialog>
  );
}
