import { Button, Dialog, DialogBody } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialogFooter } from '../../shared/dialog/FormDialogFooter';
import { notices } from '../../shared/dialog/notices';
import { NumberField } from '../../shared/form/fields';
import { formatCurrency, formatQuota } from '../../shared/format/quota';
import { useFocusBack } from '../../shared/browser/use-focus-back';
import { useStatus } from '../../base/site/use-status';
import { useTransferRewardsMutation } from './wallet-api';

interface TransferDialogProps {
  /** The available rewards in whole units. */
  readonly available: number;
  readonly onClose: () => void;
}

/** The typed amount, its fault, and the action that transfers it. */
function useTransfer({ available, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const minimum = status.quota_per_unit;
  const [text, setText] = useState(String(Math.max(minimum, available)));
  const [fault, setFault] = useState<string>();
  const [transfer, { isLoading }] = useTransferRewardsMutation();
  const units = Number(text);

  const findFault = (): string | undefined => {
    if (text.trim() === '' || !Number.isSafeInteger(units)) return t('wallet.transfer_whole');
    if (units < minimum) return t('wallet.transfer_minimum', { quota: formatQuota(minimum, status) });
    return units > available ? t('wallet.transfer_short') : undefined;
  };
  const submit = async () => {
    const found = findFault();
    setFault(found);
    if (found) return;
    const { error } = await transfer({ quota: units });
    if (error) return;
    notices.success(t('wallet.transferred'));
    onClose();
  };
  const type = (next: string) => {
    setText(next);
    setFault(undefined);
  };
  return { text, units, minimum, fault, isLoading, type, takeAll: () => setText(String(available)), submit };
}

/** Moves invitation rewards to the balance. The amount is in units; the minimum is one currency unit. */
export function TransferDialog({ available, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const transfer = useTransfer({ available, onClose });
  const { units, isLoading } = transfer;
  const confirmButton = useFocusBack<HTMLButtonElement>(isLoading);

  return (
    <Dialog isOpen title={t('wallet.transfer_title')} canOutsideClickClose={false} onClose={onClose}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void transfer.submit();
        }}
      >
        <DialogBody>
          <p>{t('wallet.transfer_available', { quota: formatQuota(available, status) })}</p>
          <NumberField
            label={t('wallet.transfer_amount')}
            helper={Number.isFinite(units) ? t('wallet.equals', { money: formatCurrency(units, status) }) : undefined}
            fault={transfer.fault}
            min={transfer.minimum}
            value={transfer.text}
            onChange={transfer.type}
          />
          <Button size="small" text={t('wallet.transfer_all')} onClick={transfer.takeAll} />
        </DialogBody>
        <FormDialogFooter text={t('common.confirm')} isBusy={isLoading} submitRef={confirmButton} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
