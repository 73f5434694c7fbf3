import { Intent, OverlayToaster, Position, type Toaster } from '@blueprintjs/core';
import { TOAST_DURATION_MS } from '@contracts';

/** More notices than this at once would cover the page. */
const NOTICES_MAX = 4;

let toaster: Promise<Toaster> | undefined;

/**
 * A notice with an action must stay long enough to be reached, with the keyboard too; its time stops while it has the
 * focus.
 */
const OFFER_DURATION_MS = 20_000;

/** The action that a notice offers. */
interface NoticeOffer {
  readonly label: string;
  readonly onChoose: () => void;
}

function openToaster(): Promise<Toaster> {
  return (toaster ??= OverlayToaster.create({ position: Position.TOP, maxToasts: NOTICES_MAX }));
}

function show(intent: Intent, message: string): void {
  // A message that comes twice is one notice whose time starts again.
  void openToaster().then(shown => shown.show({ intent, message, timeout: TOAST_DURATION_MS }, `${intent}:${message}`));
}

/** @returns a function that removes the notice */
function offer(message: string, { label, onChoose }: NoticeOffer): () => void {
  const action = { text: label, onClick: onChoose };
  const key = openToaster().then(shown =>
    shown.show({ intent: Intent.SUCCESS, message, timeout: OFFER_DURATION_MS, action }),
  );
  return () => void Promise.all([openToaster(), key]).then(([shown, shownKey]) => shown.dismiss(shownKey));
}

/** The only place where short messages appear; each disappears after a while. */
export const notices = {
  success: (message: string): void => show(Intent.SUCCESS, message),
  info: (message: string): void => show(Intent.PRIMARY, message),
  warning: (message: string): void => show(Intent.WARNING, message),
  error: (message: string): void => show(Intent.DANGER, message),
  offer,
} as const;
