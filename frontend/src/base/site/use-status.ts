import { QUOTA_PER_UNIT, type SiteStatus } from '@contracts';
import { readStored } from '../../shared/browser/storage';
import { useGetStatusQuery } from './site-api';

/** The parts of the status that a page may need before the first answer. */
const emptyStatus: Partial<SiteStatus> &
  Pick<
    SiteStatus,
    'system_name' | 'logo' | 'footer_html' | 'server_address' | 'quota_per_unit' | 'display_in_currency'
  > = {
  system_name: 'Sluice',
  logo: '',
  footer_html: '',
  server_address: '',
  quota_per_unit: QUOTA_PER_UNIT,
  display_in_currency: true,
};

export type KnownStatus = typeof emptyStatus;

/** The server status: as answered, else as remembered from the last visit, else safe defaults. */
export function useStatus(): KnownStatus {
  const { data } = useGetStatusQuery();
  return data ?? { ...emptyStatus, ...readStored('status') };
}

/** Address clients use instead of the provider's: the operator's, else the one of this page. */
export function baseAddressOf(status: KnownStatus): string {
  return status.server_address || window.location.origin;
}
