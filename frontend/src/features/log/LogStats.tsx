import { Card, Classes } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { formatCompact, formatQuota } from '../../shared/format/quota';
import { useStatus } from '../site/use-status';
import { useGetLogStatQuery, type LogFilters, type LogScope } from './log-api';

/** Sums under the filters, and what the last minute saw. */
export function LogStats({ query }: { readonly query: LogFilters & LogScope }) {
  const { t } = useTranslation();
  const status = useStatus();
  const { data } = useGetLogStatQuery(query);
  const cards = [
    { label: t('log.stat_quota'), value: data && formatQuota(data.quota, status) },
    { label: t('log.stat_count'), value: data && formatCompact(data.count) },
    { label: t('log.stat_token'), value: data && formatCompact(data.token) },
    { label: 'TPM', value: data && formatCompact(data.tpm) },
    { label: 'RPM', value: data && formatCompact(data.rpm) },
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
