import { useHotkeys, type HotkeyConfig } from '@blueprintjs/core';
import { useEffect, useMemo, useRef } from 'react';
import { areKeysOff, isPageMeant } from './page-keys';

/** One key or key combination, and its action on the page. */
export interface PageKey {
  /** The combination as Blueprint writes it: "n", "shift + t". */
  readonly combo: string;
  /** The text in the list of shortcuts. */
  readonly label: string;
  /** The heading in the list of shortcuts. Default: the one for keys that work on every page. */
  readonly group?: string;
  /** The action; without it the key is only listed, because another component handles it. */
  readonly onPress?: () => void;
}

/** The question mark is one of the shell's own keys, so that it can be turned off like the others. */
const listOnDemand = { showDialogKeyCombo: false } as const;

/**
 * Registers keys of a page or of the shell for as long as the component is mounted. They do nothing while the user
 * types, while an overlay covers the page, and when single keys are turned off.
 */
export function usePageKeys(keys: readonly PageKey[]): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  // The keys are registered again only when the list of shortcuts changes, not at every render.
  const listed = JSON.stringify(keys.map(({ combo, label, group }) => ({ combo, label, group })));
  const configs = useMemo(() => {
    const rows = JSON.parse(listed) as readonly Pick<PageKey, 'combo' | 'label' | 'group'>[]; // written just above
    return rows.map((row, index): HotkeyConfig => ({
      ...row,
      global: true,
      onKeyDown: event => {
        const press = latest.current[index]?.onPress;
        if (!press || event.repeat || areKeysOff() || !isPageMeant(event.target)) return;
        event.preventDefault(); // the letter must not be typed into a field that gets the focus now
        press();
      },
    }));
  }, [listed]);
  useHotkeys(configs, listOnDemand);
}
