import { PersonalTab } from '../features/account/PersonalTab';
import { SettingPage } from '../features/setting/SettingPage';

/** The settings page with the own account as its first tab. It is the only page that combines two features. */
export function SettingScreen() {
  return <SettingPage account={<PersonalTab />} />;
}
