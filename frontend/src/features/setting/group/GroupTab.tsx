import { OptionTab } from '../OptionTab';
import { GroupCard } from './GroupCard';

/** Names, ratios and visibility of groups. */
export function GroupTab() {
  return <OptionTab>{options => <GroupCard options={options} />}</OptionTab>;
}
