import { Button, Callout, Card, H5, Intent } from '@blueprintjs/core';
import { paymentMethods, type OrderMethod, type PaymentTerms } from '@contracts';
import { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../shared/form/fields';
import { Presets } from '../../shared/form/Presets';
import { formatCurrency, formatQuota } from '../../shared/format/quota';
import { formatMoney } from '../../shared/format/money';
import { useDebounced } from '../../shared/timing/use-debounced';
import { useStatus } from '../../base/site/use-status';
import { LoadingLines } from '../../shared/display/states';
import { methodName } from './method-name';
import { ConfirmPayment, WaitForPayment } from './PaymentDialogs';
import { creditedUnits } from './top-up-amount';
import { TransferDialog } from './TransferPayment';
import { usePayment, type Payment } from './use-payment';
import { useGetQuoteQuery, useGetTermsQuery } from './payment-api';

/** The pause in typing before the price is requested. */
const PRICE_DELAY_MS = 400;

/** The price of the typed amount, and what it adds to the balance. */
function Price({ amount, terms }: { readonly amount: number; readonly terms: PaymentTerms }) {
  const { t, i18n } = useTranslation();
  const status = useStatus();
  const settled = useDebounced(amount, PRICE_DELAY_MS);
  const { currentData, isFetching } = useGetQuoteQuery({ amount: settled });
  const quote = settled === amount && !isFetching ? currentData : undefined;
  const quota = quote?.quota ?? creditedUnits(amount, status);
  const name = terms.tax_name || t('payment.tax');
  return (
    <div aria-live="polite" className="payment-price">
      <p>
        <span className="muted">{t('payment.total')}</span>{' '}
        <strong className="stat-value">{quote ? formatMoney(quote.total, quote.currency, i18n.language) : '…'}</strong>{' '}
        <span className="muted">{t('wallet.brings', { quota: formatQuota(quota, status) })}</span>
      </p>
      {terms.tax_percent > 0 && (
        <p className="muted">
          {quote ? t('payment.after_tax', { name, tax: formatMoney(quote.tax, quote.currency, i18n.language) }) : '…'}
        </p>
      )}
      {terms.bonus_steps.length > 0 && (
        <p className="muted">
          {quote && quote.bonus_quota > 0
            ? t('payment.bonus_of', { quota: formatQuota(quote.bonus_quota, status) })
            : terms.bonus_steps.map(step => bonusText(t, step, status)).join(' · ')}
        </p>
      )}
    </div>
  );
}

function bonusText(
  t: TFunction,
  { from, percent }: PaymentTerms['bonus_steps'][number],
  status: ReturnType<typeof useStatus>,
): string {
  return t('payment.bonus_hint', { amount: formatCurrency(from * status.quota_per_unit, status, 0), percent });
}

/** Amounts that the operator has chosen. */
function AmountPresets({ payment, terms }: { readonly payment: Payment; readonly terms: PaymentTerms }) {
  const status = useStatus();
  const { quota_per_unit: perUnit, display_in_currency: inCurrency } = status;
  if (terms.presets.length === 0) return null;
  const presets = terms.presets.map(amount => ({
    id: amount,
    label: formatCurrency(amount * perUnit, status, 0),
    onClick: () => payment.setText(String(inCurrency ? amount : Math.round(amount * perUnit))),
  }));
  return <Presets presets={presets} />;
}

function methodsOf({ providers }: PaymentTerms): readonly OrderMethod[] {
  return providers.flatMap((provider): readonly OrderMethod[] => (provider === 'epay' ? paymentMethods : [provider]));
}

function PaymentForm({ terms }: { readonly terms: PaymentTerms }) {
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
      <AmountPresets payment={payment} terms={terms} />
      <Price amount={amount} terms={terms} />
      <div className="form-actions payment-methods">
        {methodsOf(terms).map(method => (
          <Button
            key={method}
            intent={Intent.PRIMARY}
            text={methodName(t, method)}
            onClick={() => payment.choose(method)}
          />
        ))}
      </div>
      {payment.method && <ConfirmPayment payment={payment} method={payment.method} terms={terms} />}
      <WaitForPayment payment={payment} />
      {payment.transfer && <TransferDialog order={payment.transfer} onClose={payment.endTransfer} />}
    </>
  );
}

/** Buys balance in any of the ways that the operator offers. */
export function PaymentCard() {
  const { t } = useTranslation();
  const { data: terms, isError, refetch } = useGetTermsQuery();
  return (
    <Card className="payment-card">
      <H5>{t('wallet.pay_title')}</H5>
      {isError && !terms ? (
        <Callout compact intent={Intent.DANGER}>
          {t('payment.terms_failed')} <Button size="small" text={t('common.retry')} onClick={() => void refetch()} />
        </Callout>
      ) : !terms ? (
        <LoadingLines count={2} />
      ) : terms.providers.length > 0 ? (
        <PaymentForm terms={terms} />
      ) : (
        <Callout compact>{t('wallet.pay_disabled')}</Callout>
      )}
    </Card>
  );
}
