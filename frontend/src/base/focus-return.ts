import { Classes } from '@blueprintjs/core';

/** The element that had the focus last while nothing lay over the page. */
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

/** Whoever has left everything on the page is not led back to it. */
function forget(event: Event): void {
  if ((event as FocusEvent).relatedTarget === null && !isCovered()) lastOnPage = null;
}

/** Only where the focus was lost: whoever closed a dialog by going elsewhere is left there. */
function giveBack(): void {
  // The release of Enter presses the button that has the focus by then.
  isOwed = isKeyHeld;
  if (isKeyHeld || isCovered() || document.activeElement !== document.body) return;
  if (lastOnPage instanceof HTMLElement && lastOnPage.isConnected) lastOnPage.focus();
}

function noteKey({ type }: Event): void {
  isKeyHeld = type === 'keydown';
  if (!isKeyHeld && isOwed) giveBack();
}

/**
 * After a dialog or drawer the focus goes back to where it was before. Blueprint does so at the end of its closing
 * movement only, which the many that are mounted per opening never see.
 *
 * @returns a function that ends it
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
