import { Card, Classes } from '@blueprintjs/core';
import { type LogStat } from '@contracts';
import { useTranslation } from 'react-i18next';
import { formatCompact, formatQuota } from '../../shared/format/quota';
import { useStatus } from '../../base/site/use-status';

interface LogStatsProps {
  /** Undefined until the first response. */
  readonly stat: LogStat | undefined;
  readonly hasFailed: boolean;
}

/** The sums under the filters, and the rates of the last minute. */
export function LogStats({ stat, hasFailed }: LogStatsProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const cards = [
    { label: t('log.stat_quota'), value: stat && formatQuota(stat.quota, status) },
    { label: t('log.stat_count'), value: stat && formatCompact(stat.count) },
    { label: t('log.stat_token'), value: stat && formatCompact(stat.token) },
    { label: 'TPM', value: stat && formatCompact(stat.tpm) },
    { label: 'RPM', value: stat && formatCompact(stat.rpm) },
  ];
  const isWaiting = !stat && !hasFailed;
  return (
    <div className="stat-cards">
      {cards.map(({ label, value }) => (
        <Card key={label}>
          <div className="muted">{label}</div>
          <div className={`stat-value ${isWaiting ? Classes.SKELETON : ''}`}>{value ?? '–'}</div>
        </Card>
      ))}
    </div>
  );
}
