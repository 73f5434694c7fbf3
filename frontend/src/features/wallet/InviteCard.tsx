import { Button, Callout, Card, Classes, H5, Intent } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { formatCompact, formatQuota } from '../../shared/format/quota';
import { baseAddressOf, useStatus } from '../../base/site/use-status';
import { useGetSelfQuery } from '../../base/session/user-api';
import { TransferDialog } from './TransferDialog';
import { useGetInviteCodeQuery, useGetPromoImageQuery } from './wallet-api';

function Fault({ text }: { readonly text: string }) {
  return (
    <Callout compact className="block" intent={Intent.DANGER}>
      {text}
    </Callout>
  );
}

function InviteLink() {
  const { t } = useTranslation();
  const status = useStatus();
  const { data: code, isError } = useGetInviteCodeQuery();
  if (isError) return <Fault text={t('wallet.link_failed')} />;
  if (code === undefined) return <p className={Classes.SKELETON}>…</p>;
  const link = `${baseAddressOf(status)}/register?aff=${encodeURIComponent(code)}`;
  return (
    <p className="invite-link">
      <span className="muted">{t('wallet.invite_link')}</span>
      <CopyText text={link}>
        <code className={Classes.CODE}>{link}</code>
      </CopyText>
    </p>
  );
}

function PromoImage() {
  const { t } = useTranslation();
  const { data: address, isError } = useGetPromoImageQuery();
  const [isBroken, setBroken] = useState(false);
  if (isError || isBroken) return <Fault text={t('wallet.promo_failed')} />;
  if (!address) return null;
  return (
    <img
      className="promo-image"
      src={address}
      alt={t('wallet.promo_alt')}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}

/** Invitations: the link, the rewards, and their transfer to the balance. */
export function InviteCard() {
  const { t } = useTranslation();
  const status = useStatus();
  const { data: self } = useGetSelfQuery();
  const [isTransferring, setTransferring] = useState(false);
  const facts = [
    { label: t('wallet.invited'), value: self && formatCompact(self.aff_count) },
    { label: t('wallet.rewards'), value: self && formatQuota(self.aff_quota, status) },
    { label: t('wallet.rewards_total'), value: self && formatQuota(self.aff_history_quota, status) },
  ];
  return (
    <Card className="draft-card">
      <H5>{t('wallet.invite_title')}</H5>
      <p className="muted">{t('wallet.invite_text')}</p>
      <InviteLink />
      <dl className="invite-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            <dd className={value === undefined ? Classes.SKELETON : undefined}>{value ?? '0'}</dd>
          </div>
        ))}
      </dl>
      <Button disabled={!self} text={t('wallet.transfer')} onClick={() => setTransferring(true)} />
      <PromoImage />
      {isTransferring && self && <TransferDialog available={self.aff_quota} onClose={() => setTransferring(false)} />}
    </Card>
  );
}
