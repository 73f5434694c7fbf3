import { Button, Card, H5, Intent } from '@blueprintjs/core';
import { Share } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { TextField } from '../../shared/form/fields';
import { formatQuota } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { useRedeemMutation } from './wallet-api';

/** Opens the shop that sells codes; only the super administrator sets its address. */
function ShopButton() {
  const { t } = useTranslation();
  const { top_up_link: link } = useStatus();
  const open = () => {
    if (!link) return notices.error(t('wallet.no_top_up_link'));
    window.open(link, '_blank', 'noopener');
  };
  return <Button icon={<Share />} text={t('wallet.get_code')} onClick={open} />;
}

/** Redeems a code. */
export function RedeemCard() {
  const { t } = useTranslation();
  const status = useStatus();
  const [code, setCode] = useState('');
  const [redeem, { isLoading }] = useRedeemMutation();

  const submit = async () => {
    const key = code.trim();
    if (key === '') return notices.error(t('wallet.enter_code'));
    const { data } = await redeem({ key });
    if (data === undefined) return; // a mistyped code stays in the field to be corrected
    setCode('');
    notices.success(
      typeof data === 'number'
        ? t('wallet.redeemed', { quota: formatQuota(data, status) })
        : t('wallet.redeemed_plan', { name: data.plan, count: data.periods }),
    );
  };

  return (
    <Card>
      <H5>{t('wallet.redeem_title')}</H5>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField label={t('wallet.code')} placeholder={t('wallet.code_hint')} value={code} onChange={setCode} />
        <div className="form-actions">
          <Button type="submit" intent={Intent.PRIMARY} loading={isLoading} text={t('wallet.redeem')} />
          <ShopButton />
        </div>
      </form>
    </Card>
  );
}
