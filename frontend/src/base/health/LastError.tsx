import { type HealthError } from '@contracts';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../shared/format/time';

/** Why the last failed call failed; a dash while none has. */
export function LastError({ error }: { readonly error: HealthError | null }) {
  const { t } = useTranslation();
  if (error === null) return <span className="muted">–</span>;
  return (
    <span className="health-error" title={formatTime(error.at)}>
      <span>{t('health.error', { kind: t(`health.kind_${error.kind}`), status: error.status })}</span>
      <span className="muted cell-wide">{error.message}</span>
    </span>
  );
}
