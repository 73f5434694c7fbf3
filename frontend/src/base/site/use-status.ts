import { QUOTA_PER_UNIT, type SiteStatus } from '@contracts';
import { readStored } from '../../shared/browser/storage';
import { useGetStatusQuery } from './site-api';

/** The parts of the status that a page may need before the first response. */
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

/** The server status: the fetched one, else the one kept from the last visit, else safe defaults. */
export function useStatus(): KnownStatus {
  const { data } = useGetStatusQuery();
  return data ?? { ...emptyStatus, ...readStored('status') };
}

/** The address that clients use instead of the provider's: the operator's setting, else the address of this page. */
export function baseAddressOf(status: KnownStatus): string {
  return status.server_address || window.location.origin;
}
