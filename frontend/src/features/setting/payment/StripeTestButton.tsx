import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../shared/dialog/notices';
import { useTestStripeMutation } from '../setting-api';

/** Asks Stripe whether it knows the saved key. */
export function StripeTestButton() {
  const { t } = useTranslation();
  const [testStripe, { isLoading }] = useTestStripeMutation();
  const test = async () => {
    const { data } = await testStripe();
    if (data) notices.success(data.live ? t('payment.stripe_test_live') : t('payment.stripe_test_sandbox'));
  };
  return <Button text={t('payment.stripe_test')} loading={isLoading} onClick={() => void test()} />;
}
