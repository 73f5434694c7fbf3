import { PersonalTab } from '../features/account/PersonalTab';
import { SettingPage } from '../features/setting/SettingPage';

/** The settings with the own account as their first tab: the one page that is made of two features. */
export function SettingScreen() {
  return <SettingPage account={<PersonalTab />} />;
}
