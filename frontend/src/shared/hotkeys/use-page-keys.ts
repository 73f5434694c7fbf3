import { useHotkeys, type HotkeyConfig } from '@blueprintjs/core';
import { useEffect, useMemo, useRef } from 'react';
import { areKeysOff, isPageMeant } from './page-keys';

/** One key, or several held together, and what it does to the page. */
export interface PageKey {
  /** As Blueprint writes it: "n", "shift + t". */
  readonly combo: string;
  /** Stands in the list of shortcuts. */
  readonly label: string;
  /** Heading in the list of shortcuts. Default: the one for everywhere. */
  readonly group?: string;
  /** Without it the key is only listed, because something else answers it. */
  readonly onPress?: () => void;
}

/** The question mark is one of the shell's own keys, so that it can be turned off like the others. */
const listOnDemand = { showDialogKeyCombo: false } as const;

/**
 * Keys of a page or of the shell, for as long as the component is there. They rest while somebody types, while anything
 * lies over the page, and where the reader has turned single keys off.
 */
export function usePageKeys(keys: readonly PageKey[]): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  // Registered again only when what stands in the list of shortcuts changes, not with every drawing.
  const listed = JSON.stringify(keys.map(({ combo, label, group }) => ({ combo, label, group })));
  const configs = useMemo(() => {
    const rows = JSON.parse(listed) as readonly Pick<PageKey, 'combo' | 'label' | 'group'>[]; // written just above
    return rows.map((row, index): HotkeyConfig => ({
      ...row,
      global: true,
      onKeyDown: event => {
        const press = latest.current[index]?.onPress;
        if (!press || event.repeat || areKeysOff() || !isPageMeant(event.target)) return;
        event.preventDefault(); // the letter must not land in a field that gets the focus now
        press();
      },
    }));
  }, [listed]);
  useHotkeys(configs, listOnDemand);
}
