import { TabPanel } from '@blueprintjs/core';
import { type ReactNode } from 'react';

export interface FilterPanelProps {
  /** Id of the tabs. */
  readonly tabs: string;
  /** Id of the chosen tab. */
  readonly chosen: string;
  readonly children: ReactNode;
}

/** What tabs that only narrow a list lead to: the list itself, the same one under every tab. */
export function FilterPanel({ tabs, chosen, children }: FilterPanelProps) {
  return (
    <TabPanel className="filter-panel" parentId={tabs} id={chosen} selectedTabId={chosen} panel={<>{children}</>} />
  );
}
