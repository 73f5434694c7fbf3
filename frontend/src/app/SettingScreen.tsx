import { PersonalTab } from '../features/account/PersonalTab';
import { InviteCard } from '../features/wallet/InviteCard';
import { SettingPage } from '../features/setting/SettingPage';

/** The settings page with the own account as its first tab, where the wallet's invitations are, too. */
export function SettingScreen() {
  return <SettingPage account={<PersonalTab invitations={<InviteCard />} />} />;
}
