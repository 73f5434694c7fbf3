import { Dialog, DialogBody, Intent } from '@blueprintjs/core';
import { currencyDecimals, ORDER_NOTE_MAX, type OrderView } from '@contracts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { randomSuffix } from '../../shared/browser/random';
import { FormDialogFooter } from '../../shared/dialog/FormDialogFooter';
import { notices } from '../../shared/dialog/notices';
import { NumberField, TextField } from '../../shared/form/fields';
import { formatMoney } from '../../shared/format/money';
import { useConfirmOrderMutation, useRefundOrderMutation, useRefuseOrderMutation } from './payment-api';

interface OrderDialogProps {
  readonly order: OrderView;
  readonly onClose: () => void;
}

interface FrameProps {
  readonly title: string;
  readonly submit: string;
  readonly intent: Intent;
  readonly isBusy: boolean;
  readonly note: string;
  readonly setNote: (note: string) => void;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A dialog that ends with a note. */
function Frame({ title, submit, intent, isBusy, note, setNote, onClose, onSubmit, children }: FrameProps) {
  const { t } = useTranslation();
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <form onSubmit={send}>
        <DialogBody>
          {children}
          <TextField
            label={t('payment.decision_note')}
            helper={t('payment.decision_note_hint')}
            maxLength={ORDER_NOTE_MAX}
            value={note}
            onChange={setNote}
          />
        </DialogBody>
        <FormDialogFooter text={submit} intent={intent} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** Confirms that a transfer has arrived, or closes its order. */
export function DecisionDialog({
  order,
  decision,
  onClose,
}: OrderDialogProps & { readonly decision: 'confirm' | 'refuse' }) {
  const { t, i18n } = useTranslation();
  const [note, setNote] = useState(order.note);
  const [confirm, { isLoading: isConfirming }] = useConfirmOrderMutation();
  const [refuse, { isLoading: isRefusing }] = useRefuseOrderMutation();
  const isConfirm = decision === 'confirm';
  const money = formatMoney(order.money, order.currency, i18n.language);

  const decide = async () => {
    const request = { id: order.id, note };
    const { data } = await (isConfirm ? confirm(request) : refuse(request));
    if (!data) return;
    notices.success(isConfirm ? t('payment.confirmed') : t('payment.refused'));
    onClose();
  };
  return (
    <Frame
      title={isConfirm ? t('payment.confirm') : t('payment.refuse')}
      submit={isConfirm ? t('payment.confirm') : t('payment.refuse')}
      intent={isConfirm ? Intent.PRIMARY : Intent.DANGER}
      isBusy={isConfirming || isRefusing}
      note={note}
      setNote={setNote}
      onClose={onClose}
      onSubmit={() => void decide()}
    >
      <p>
        {isConfirm
          ? t('payment.confirm_question', { money, user: order.username || order.user_id })
          : t('payment.refuse_question')}
      </p>
      <p className="muted">{order.reference}</p>
    </Frame>
  );
}

/** Gives the money of an order back, or a part of it. */
export function RefundDialog({ order, onClose }: OrderDialogProps) {
  const { t, i18n } = useTranslation();
  const digits = currencyDecimals(order.currency);
  const left = (Number(order.money) - Number(order.returned)).toFixed(digits);
  const [money, setMoney] = useState(left);
  const [note, setNote] = useState(order.note);
  // A refused request is another one when it is sent again; a repeated click is not.
  const [requestId, setRequestId] = useState(() => randomSuffix(24));
  const [refund, { isLoading }] = useRefundOrderMutation();

  const send = async () => {
    const { data } = await refund({ id: order.id, money: money.trim(), note, request_id: requestId });
    if (!data) return setRequestId(randomSuffix(24));
    notices.success(t('payment.refunded'));
    onClose();
  };
  return (
    <Frame
      title={t('payment.refund_of', { number: order.reference || order.trade_no })}
      submit={t('payment.refund')}
      intent={Intent.DANGER}
      isBusy={isLoading}
      note={note}
      setNote={setNote}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      <p>{order.payment_method === 'stripe' ? t('payment.back_by_stripe') : t('payment.back_by_hand')}</p>
      <NumberField
        label={t('payment.amount_back')}
        helper={t('payment.amount_back_hint', { most: formatMoney(left, order.currency, i18n.language) })}
        min={0}
        step="any"
        value={money}
        onChange={setMoney}
      />
    </Frame>
  );
}
