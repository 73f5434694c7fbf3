import { OverviewPage } from '../features/overview/OverviewPage';
import { OwnKeys } from '../features/token/OwnKeys';

/** The overview, with the own keys of another feature. */
export function OverviewScreen() {
  return <OverviewPage ownKeys={<OwnKeys />} />;
}
