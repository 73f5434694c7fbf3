import { Pulse } from '@blueprintjs/icons';
import { isHttpUrl } from '@contracts';
import { useTranslation } from 'react-i18next';
import { ForeignFrame } from '../../shared/foreign/ForeignFrame';
import { useGetStatusQuery } from '../../base/site/site-api';
import { useStatus, type KnownStatus } from '../../base/site/use-status';
import { EmptyState, LoadingLines } from '../../shared/display/states';

type MonitorFault = 'off' | 'missing' | 'wrong';

/** Why there is no monitor to show, or null. */
function findFault({ MonitorLink: link = '', MonitorLinkEnabled: isOn }: KnownStatus): MonitorFault | null {
  if (!isOn) return 'off';
  if (link.trim() === '') return 'missing';
  return isHttpUrl(link.trim()) ? null : 'wrong';
}

/** The operator's monitor of the service, in a frame. */
export function MonitorPage() {
  const { t } = useTranslation();
  const { isLoading } = useGetStatusQuery();
  const status = useStatus();
  const fault = findFault(status);
  // The status kept from the last visit may be out of date; a fault must not flash up before the response.
  if (fault && isLoading) return <LoadingLines />;
  if (fault) return <EmptyState icon={<Pulse size={32} />} text={t(`monitor.fault_${fault}`)} />;
  return <ForeignFrame address={(status.MonitorLink ?? '').trim()} title={t('monitor.title')} />;
}
