import { Button, Dialog, DialogBody, DialogFooter, Intent, Spinner } from '@blueprintjs/core';
import { type OrderMethod, type PaymentTerms } from '@contracts';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../shared/display/FactList';
import { formatMoney } from '../../shared/format/money';
import { formatQuota } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { methodName } from './method-name';
import { creditedUnits } from './top-up-amount';
import { type Payment } from './use-payment';
import { useGetQuoteQuery } from './payment-api';

interface ConfirmPaymentProps {
  readonly payment: Payment;
  readonly method: OrderMethod;
  readonly terms: PaymentTerms;
}

/**
 * Shows what will be bought and paid before the gateway opens. The price is read again, because it may have changed.
 */
export function ConfirmPayment({ payment, method, terms }: ConfirmPaymentProps) {
  const { t, i18n } = useTranslation();
  const status = useStatus();
  const { amount, isStarting, cancel, confirm } = payment;
  const price = useGetQuoteQuery({ amount }, { refetchOnMountOrArgChange: true });
  const quote = price.isFetching || price.isError ? undefined : price.currentData;
  const money = (text: string | undefined) => (text ? formatMoney(text, terms.currency, i18n.language) : '…');
  const tax = [
    { label: t('payment.without_tax'), value: money(quote?.price) },
    { label: `${terms.tax_name || t('payment.tax')} (${terms.tax_percent}%)`, value: money(quote?.tax) },
  ];
  const bonus = quote?.bonus_quota ?? 0;
  const facts = [
    { label: t('wallet.quota'), value: formatQuota(quote?.quota ?? creditedUnits(amount, status), status) },
    ...(bonus > 0 ? [{ label: t('payment.bonus'), value: formatQuota(bonus, status) }] : []),
    ...(terms.tax_percent > 0 ? tax : []),
    { label: t('wallet.price'), value: money(quote?.total) },
    { label: t('wallet.method'), value: methodName(t, method) },
  ];
  const isGateway = method === 'zfb' || method === 'wx';
  const hint = method === 'stripe' ? t('payment.confirm_hint_page') : t('payment.confirm_hint_transfer');
  const actions = (
    <>
      <Button text={t('common.cancel')} disabled={isStarting} onClick={cancel} />
      <Button
        intent={Intent.PRIMARY}
        text={isGateway ? t('wallet.pay_now') : t('payment.go_on')}
        disabled={quote === undefined}
        loading={isStarting}
        onClick={() => void confirm()}
      />
    </>
  );
  return (
    <Dialog isOpen title={t('wallet.confirm_title')} onClose={cancel}>
      <DialogBody>
        <FactList facts={facts} />
        <p className="muted">{isGateway ? t('wallet.confirm_hint') : hint}</p>
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
