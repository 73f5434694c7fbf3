import { Button, Dialog, DialogBody, DialogFooter, Intent, Spinner } from '@blueprintjs/core';
import { type PaymentMethod } from '@contracts';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../shared/display/FactList';
import { formatQuota } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { creditedUnits } from './top-up-amount';
import { type Payment } from './use-payment';
import { useGetPriceQuery } from './wallet-api';

interface ConfirmPaymentProps {
  readonly payment: Payment;
  readonly method: PaymentMethod;
}

/**
 * Shows what will be bought and paid before the gateway opens. The price is read again, because it may have changed.
 */
export function ConfirmPayment({ payment, method }: ConfirmPaymentProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const { amount, isStarting, cancel, confirm } = payment;
  const price = useGetPriceQuery({ amount }, { refetchOnMountOrArgChange: true });
  const money = price.isFetching || price.isError ? undefined : price.currentData;
  const facts = [
    { label: t('wallet.quota'), value: formatQuota(creditedUnits(amount, status), status) },
    { label: t('wallet.price'), value: money === undefined ? '…' : t('wallet.money', { money }) },
    { label: t('wallet.method'), value: t(`wallet.method_${method}`) },
  ];
  const actions = (
    <>
      <Button text={t('common.cancel')} disabled={isStarting} onClick={cancel} />
      <Button
        intent={Intent.PRIMARY}
        text={t('wallet.pay_now')}
        disabled={money === undefined}
        loading={isStarting}
        onClick={() => void confirm()}
      />
    </>
  );
  return (
    <Dialog isOpen title={t('wallet.confirm_title')} onClose={cancel}>
      <DialogBody>
        <FactList facts={facts} />
        <p className="muted">{t('wallet.confirm_hint')}</p>
      </DialogBody>
      <DialogFooter actions={actions} />
    </Dialog>
  );
}

/** The dialog stays until the order has ended or the payer closes it; closing does not stop the watch of the order. */
export function WaitForPayment({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation();
  const { isWaiting, openAgain, stopWaiting } = payment;
  const actions = (
    <>
      <Button text={t('wallet.open_again')} onClick={openAgain} />
      <Button intent={Intent.PRIMARY} text={t('wallet.close')} onClick={stopWaiting} />
    </>
  );
  return (
    <Dialog isOpen={isWaiting} title={t('wallet.wait_title')} canOutsideClickClose={false} onClose={stopWaiting}>
      <DialogBody>
        <div className="payment-wait" role="status">
          <Spinner size={24} aria-label={t('wallet.wait_title')} />
          <p>{t('wallet.wait_text')}</p>
        </div>
        <p className="muted">{t('wallet.wait_hint')}</p>
      </DialogBody>
      <DialogFooter actions={actions} />
    </Dialog>
  );
}
