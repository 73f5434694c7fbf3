import { type OptionCardRow } from '../option-card';

/** What holds for every way to pay. */
const termsCard: OptionCardRow = {
  id: 'payment-terms',
  title: 'payment.terms',
  description: 'payment.terms_hint',
  fields: [
    { key: 'PayCurrency', label: 'payment.currency', hint: 'payment.currency_hint', names: 'currency' },
    { key: 'PayTaxPercent', label: 'payment.tax_percent', hint: 'payment.tax_percent_hint' },
    { key: 'PayTaxName', label: 'payment.tax_name', hint: 'payment.tax_name_hint' },
    { key: 'TopupPresets', label: 'payment.presets', hint: 'payment.presets_hint' },
    { key: 'TopupBonusSteps', label: 'payment.steps', hint: 'payment.steps_hint', fault: 'payment.steps_fault' },
  ],
};

const transferCard: OptionCardRow = {
  id: 'bank-transfer',
  title: 'payment.transfer',
  description: 'payment.transfer_hint',
  switches: [{ key: 'ManualPaymentEnabled', label: 'payment.transfer_on' }],
  fields: [
    {
      key: 'ManualPaymentInstructions',
      label: 'payment.transfer_instructions',
      hint: 'payment.transfer_instructions_hint',
      form: 'source',
    },
  ],
};

/** The card that also has a button for a test. */
export const stripeCard: OptionCardRow = {
  id: 'stripe',
  title: 'payment.stripe',
  description: 'payment.stripe_hint',
  needs: { key: 'ServerAddress', sentence: 'setting.server_address_first' },
  addresses: [{ label: 'payment.stripe_webhook', path: '/api/payment/stripe/webhook' }],
  switches: [{ key: 'StripeEnabled', label: 'payment.stripe_on' }],
  fields: [
    { key: 'StripeSecretKey', label: 'payment.stripe_key' },
    { key: 'StripeWebhookSecret', label: 'payment.stripe_webhook_secret' },
  ],
};

export const paymentCards: readonly OptionCardRow[] = [termsCard, transferCard];
