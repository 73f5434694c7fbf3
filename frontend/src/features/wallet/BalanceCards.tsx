import { Card, Classes } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { formatCompact, formatQuota } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';
import { useGetSelfQuery } from '../../base/session/user-api';

/**
 * The caller's balance, usage and number of requests; they are read at every visit, since calls change them all the
 * time.
 */
export function BalanceCards() {
  const { t } = useTranslation();
  const status = useStatus();
  const { data } = useGetSelfQuery(undefined, { refetchOnMountOrArgChange: true });
  const cards = [
    { label: t('wallet.balance'), value: data && formatQuota(data.quota, status) },
    { label: t('wallet.used'), value: data && formatQuota(data.used_quota, status) },
    { label: t('wallet.requests'), value: data && formatCompact(data.request_count) },
  ];
  return (
    <div className="stat-cards">
      {cards.map(({ label, value }) => (
        <Card key={label}>
          <div className="muted">{label}</div>
          <div className={`stat-value ${value === undefined ? Classes.SKELETON : ''}`}>{value ?? '0'}</div>
        </Card>
      ))}
    </div>
  );
}
