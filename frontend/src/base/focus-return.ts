import { Classes } from '@blueprintjs/core';

/** The element that last had the focus while nothing covered the page. */
let lastOnPage: Element | null = null;
let isKeyHeld = false;
/** A dialog was closed by a key that is still held. */
let isOwed = false;

function isCovered(): boolean {
  return document.body.classList.contains(Classes.OVERLAY_OPEN);
}

function remember({ target }: Event): void {
  const isOnPage = target instanceof Element && target.closest(`.${Classes.PORTAL}`) === null;
  if (isOnPage && !isCovered()) lastOnPage = target;
}

/** When the focus has left all elements of the page, it is not returned to any of them. */
function forget(event: Event): void {
  if ((event as FocusEvent).relatedTarget === null && !isCovered()) lastOnPage = null;
}

/** Returns the focus only when it was lost: a user who closed a dialog by focusing another element stays there. */
function giveBack(): void {
  // The release of Enter would press the button that has the focus by then.
  isOwed = isKeyHeld;
  if (isKeyHeld || isCovered() || document.activeElement !== document.body) return;
  if (lastOnPage instanceof HTMLElement && lastOnPage.isConnected) lastOnPage.focus();
}

function noteKey({ type }: Event): void {
  isKeyHeld = type === 'keydown';
  if (!isKeyHeld && isOwed) giveBack();
}

/**
 * After a dialog or drawer closes, the focus returns to where it was before. Blueprint returns it only at the end of
 * its closing transition, which does not happen for the many dialogs that are mounted each time they open.
 *
 * @returns a function that stops this
 */
export function startFocusReturn(): () => void {
  const observer = new MutationObserver(giveBack);
  const listen = (change: 'addEventListener' | 'removeEventListener') => {
    document[change]('focusin', remember, true);
    document[change]('focusout', forget, true);
    document[change]('keydown', noteKey, true);
    document[change]('keyup', noteKey, true);
  };
  listen('addEventListener');
  observer.observe(document.body, { attributeFilter: ['class'] });
  return () => {
    listen('removeEventListener');
    observer.disconnect();
    lastOnPage = null;
    isKeyHeld = false;
    isOwed = false;
  };
}
