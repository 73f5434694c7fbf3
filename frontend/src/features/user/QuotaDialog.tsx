import { Dialog, DialogBody } from '@blueprintjs/core';
import { QUOTA_REASON_MAX, type AdminUser } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialogFooter } from '../../shared/dialog/FormDialogFooter';
import { notices } from '../../shared/dialog/notices';
import { NumberField, TextField } from '../../shared/form/fields';
import { QuotaPresets } from '../../shared/form/Presets';
import { formatCurrency, formatQuota } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { findQuotaFault, readAmount, type QuotaChangeFault } from './quota-change';
import { useEditUserMutation, useGetUserForEditQuery } from './user-admin-api';

interface QuotaDialogProps {
  readonly user: AdminUser;
  readonly onClose: () => void;
}

function useQuotaChange({ user, onClose }: QuotaDialogProps) {
  const { t } = useTranslation();
  const { data: current } = useGetUserForEditQuery(user.id);
  const [editUser, { isLoading }] = useEditUserMutation();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<QuotaChangeFault | null>(null);
  // The row may be out of date; its balance is shown until the current one has been read.
  const { quota: balance } = current ?? user;

  const submit = async () => {
    const found = findQuotaFault({ amount, reason, balance }, QUOTA_REASON_MAX);
    setFault(found);
    if (found) return;
    // The balance is sent as a difference, so that units used while the dialog is open stay used.
    const answer = await editUser({ id: user.id, quota_delta: Number(amount), reason: reason.trim() });
    if (answer.error) return;
    notices.success(t('user.edited'));
    onClose();
  };

  return {
    amount,
    reason,
    balance,
    isBusy: isLoading,
    submit,
    faultOf: (name: QuotaChangeFault) => (fault === name ? t(`user.fault_${name}`) : undefined),
    setAmount: (text: string) => {
      setFault(null);
      setAmount(text);
    },
    setReason: (text: string) => {
      setFault(null);
      setReason(text);
    },
  };
}

/** The current balance of the account, and the new one. */
function Preview({ balance, amount }: { readonly balance: number; readonly amount: number }) {
  const { t } = useTranslation();
  const status = useStatus();
  return (
    <dl className="detail-list" aria-live="polite">
      <div className="detail-pair">
        <dt>{t('user.balance')}</dt>
        <dd>{formatQuota(balance, status)}</dd>
      </div>
      <div className="detail-pair">
        <dt>{t('user.new_balance')}</dt>
        <dd>
          <strong>{formatQuota(balance + amount, status)}</strong>
        </dd>
      </div>
    </dl>
  );
}

/** Adds to a balance, or takes from it, with a reason for the other administrators. */
export function QuotaDialog(props: QuotaDialogProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const form = useQuotaChange(props);
  const amount = readAmount(form.amount) ?? 0;
  return (
    <Dialog isOpen title={t('user.quota_title', { name: props.user.username })} onClose={props.onClose}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <DialogBody>
          <NumberField
            label={t('user.amount')}
            helper={
              <>
                {t('user.amount_hint', { amount: formatCurrency(amount, status) })}
                <QuotaPresets status={status} onTake={units => form.setAmount(String(units))} />
              </>
            }
            fault={form.faultOf('amount') ?? form.faultOf('shortfall')}
            isRequired
            value={form.amount}
            onChange={form.setAmount}
          />
          <TextField
            label={t('user.reason')}
            helper={t('user.reason_hint')}
            fault={form.faultOf('reason')}
            maxLength={QUOTA_REASON_MAX}
            value={form.reason}
            onChange={form.setReason}
          />
          <Preview balance={form.balance} amount={amount} />
        </DialogBody>
        <FormDialogFooter text={t('common.submit')} isBusy={form.isBusy} onCancel={props.onClose} />
      </form>
    </Dialog>
  );
}
