import { type ChannelHealthView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { LastError } from '../../base/health/LastError';
import { Sparkline } from '../../base/health/Sparkline';
import { SuccessBar } from '../../base/health/SuccessBar';
import { formatSeconds } from '../../shared/format/duration';

/** How a channel did with the calls of the last day: answered, duration, course, and the last error. */
export function ChannelHealthCell({ health }: { readonly health: ChannelHealthView | undefined }) {
  const { t, i18n } = useTranslation();
  if (!health) return <span className="muted">–</span>;
  const { name, served, failed, success_rate: rate, latency_p95: p95, points, last_error: error } = health;
  if (served + failed === 0) return <span className="muted">{t('channel.no_traffic')}</span>;
  return (
    <span className="channel-health">
      <span className="channel-health-figures">
        <SuccessBar rate={rate} label={t('health.success_rate_of', { name })} />
        {p95 !== null && (
          <span className="muted nowrap">{t('channel.p95', { time: formatSeconds(p95, i18n.language) })}</span>
        )}
        <Sparkline points={points} label={t('health.course_of', { name })} />
      </span>
      {error && <LastError error={error} />}
    </span>
  );
}
