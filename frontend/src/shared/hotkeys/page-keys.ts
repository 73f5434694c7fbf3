import { Classes } from '@blueprintjs/core';
import { readStored, writeStored } from '../browser/storage';

/** Elements that take letters themselves: a chosen list jumps to the entry with that letter. */
const LETTER_TAKERS = 'select, [role="menu"], [role="listbox"], [role="combobox"], [role="slider"]';

/** Whether the page itself is meant by a key: nothing lies over it, and no list is being chosen from. */
export function isPageMeant(target: EventTarget | null): boolean {
  if (document.body.classList.contains(Classes.OVERLAY_OPEN)) return false;
  return !(target instanceof Element && target.closest(LETTER_TAKERS));
}

/** Single keys can be turned off, for people whose voice input or unsteady hands would press them by accident. */
export function areKeysOff(): boolean {
  return readStored('hotkeys-off') === true;
}

export function turnKeys(isOff: boolean): void {
  writeStored('hotkeys-off', isOff);
}
