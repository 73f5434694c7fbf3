import { Classes } from '@blueprintjs/core';
import { readStored, writeStored } from '../browser/storage';

/** Elements that use letters themselves: a focused select field jumps to the entry with that letter. */
const LETTER_TAKERS = 'select, [role="menu"], [role="listbox"], [role="combobox"], [role="slider"]';

/**
 * True when a key is meant for the page itself: no overlay covers it, and the focus is in no element that uses letters.
 */
export function isPageMeant(target: EventTarget | null): boolean {
  if (document.body.classList.contains(Classes.OVERLAY_OPEN)) return false;
  return !(target instanceof Element && target.closest(LETTER_TAKERS));
}

/** True when single keys are turned off, for users whose voice input or unsteady hands would press them by accident. */
export function areKeysOff(): boolean {
  return readStored('hotkeys-off') === true;
}

export function turnKeys(isOff: boolean): void {
  writeStored('hotkeys-off', isOff);
}
