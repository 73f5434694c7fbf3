import { teamTransfers, TeamRole, type TeamDetail, type TeamTransferKind } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unitsOf } from '../../base/budget/budget-draft';
import { useIsAdmin } from '../../base/session/use-role';
import { useStatus } from '../../base/site/use-status';
import { notices } from '../../shared/dialog/notices';
import { NumberField, SelectField } from '../../shared/form/fields';
import { FormDialog } from '../../shared/dialog/FormDialog';
import { useMoveTeamMoneyMutation } from './team-api';

/** The ways that are open to a reader. */
function waysFor({ role }: TeamDetail, isAdmin: boolean): readonly TeamTransferKind[] {
  return teamTransfers.filter(kind => {
    if (kind === 'deposit') return role >= TeamRole.Manager;
    return isAdmin || (kind === 'withdraw' && role === TeamRole.Owner);
  });
}

/** Moves money into the wallet of a team, or out of it. */
export function MoneyDialog({ team, onClose }: { readonly team: TeamDetail; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const display = useStatus();
  const ways = waysFor(team, useIsAdmin());
  const [kind, setKind] = useState<TeamTransferKind>(ways[0] ?? 'deposit');
  const [amount, setAmount] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const [moveMoney, { isLoading }] = useMoveTeamMoneyMutation();
  const submit = async () => {
    const quota = unitsOf(amount, display);
    setFaulty(quota === null);
    if (quota === null) return;
    const { error } = await moveMoney({ teamId: team.id, kind, quota });
    if (error) return; // the listener shows the reason; the form stays open
    notices.success(t('team.moved'));
    onClose();
  };
  return (
    <FormDialog
      action={t('common.submit')}
      canOutsideClickClose
      title={t('team.money_title', { name: team.name })}
      isBusy={isLoading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SelectField
        label={t('team.way')}
        value={kind}
        options={ways.map(value => ({ value, label: t(`team.${value}`) }))}
        onChange={value => setKind(value as TeamTransferKind)} // one of the options
      />
      <NumberField
        label={t('team.amount')}
        helper={t('team.amount_hint')}
        fault={isFaulty ? t('team.fault_amount') : undefined}
        isRequired
        unit="$"
        min={0}
        step="any"
        value={amount}
        onChange={setAmount}
      />
    </FormDialog>
  );
}
