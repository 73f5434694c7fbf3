import { Button, Callout, Card, H5, Intent } from '@blueprintjs/core';
import { paymentMethods } from '@contracts';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../shared/form/fields';
import { formatQuota } from '../../shared/format/quota';
import { useDebounced } from '../../shared/timing/use-debounced';
import { useStatus } from '../../base/site/use-status';
import { ConfirmPayment, WaitForPayment } from './PaymentDialogs';
import { creditedUnits } from './top-up-amount';
import { usePayment } from './use-payment';
import { useGetPriceQuery } from './wallet-api';

/** The pause in typing before the price is requested. */
const PRICE_DELAY_MS = 400;

/** The price of the typed amount, and the units that it adds. */
function Price({ amount }: { readonly amount: number }) {
  const { t } = useTranslation();
  const status = useStatus();
  const settled = useDebounced(amount, PRICE_DELAY_MS);
  const { currentData: money, isFetching } = useGetPriceQuery({ amount: settled });
  const isCurrent = settled === amount && !isFetching && money !== undefined;
  return (
    <p aria-live="polite">
      <span className="muted">{t('wallet.price')}</span>{' '}
      <strong className="stat-value">{isCurrent ? t('wallet.money', { money }) : '…'}</strong>{' '}
      <span className="muted">{t('wallet.brings', { quota: formatQuota(creditedUnits(amount, status), status) })}</span>
    </p>
  );
}

function PaymentForm() {
  const { t } = useTranslation();
  const status = useStatus();
  const payment = usePayment();
  const { text, minimum, amount } = payment;
  return (
    <>
      <NumberField
        label={status.display_in_currency ? t('wallet.amount') : t('wallet.amount_units')}
        helper={t('wallet.minimum', { minimum })}
        min={minimum}
        value={text}
        onChange={payment.setText}
        onBlur={payment.settleAmount}
      />
      <Price amount={amount} />
      <div className="form-actions">
        {paymentMethods.map(method => (
          <Button
            key={method}
            intent={Intent.PRIMARY}
            text={t(`wallet.method_${method}`)}
            onClick={() => payment.choose(method)}
          />
        ))}
      </div>
      {payment.method && <ConfirmPayment payment={payment} method={payment.method} />}
      <WaitForPayment payment={payment} />
    </>
  );
}

/** Buys balance through the operator's payment gateway. */
export function PaymentCard() {
  const { t } = useTranslation();
  const { enable_online_topup: isOn } = useStatus();
  return (
    <Card>
      <H5>{t('wallet.pay_title')}</H5>
      {isOn ? <PaymentForm /> : <Callout compact>{t('wallet.pay_disabled')}</Callout>}
    </Card>
  );
}
