import { TabPanel } from '@blueprintjs/core';
import { type ReactNode } from 'react';

interface FilterPanelProps {
  /** The id of the tabs. */
  readonly tabs: string;
  /** The id of the chosen tab. */
  readonly chosen: string;
  readonly children: ReactNode;
}

/** The panel of tabs that only narrow a list: it holds the same list under every tab. */
export function FilterPanel({ tabs, chosen, children }: FilterPanelProps) {
  return (
    <TabPanel className="filter-panel" parentId={tabs} id={chosen} selectedTabId={chosen} panel={<>{children}</>} />
  );
}
