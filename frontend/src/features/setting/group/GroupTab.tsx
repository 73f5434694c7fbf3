import { OptionTab } from '../OptionTab';
import { GroupCard } from './GroupCard';

/** The settings tab for names, ratios and visibility of groups. */
export function GroupTab() {
  return <OptionTab>{options => <GroupCard options={options} />}</OptionTab>;
}
