import { Intent, OverlayToaster, Position, type Toaster } from '@blueprintjs/core';
import { TOAST_DURATION_MS } from '@contracts';

/** More than this at once would cover the page. */
const NOTICES_MAX = 4;

let toaster: Promise<Toaster> | undefined;

function show(intent: Intent, message: string): void {
  toaster ??= OverlayToaster.create({ position: Position.TOP, maxToasts: NOTICES_MAX });
  // The same sentence twice is one notice that starts its time again.
  void toaster.then(shown => shown.show({ intent, message, timeout: TOAST_DURATION_MS }, `${intent}:${message}`));
}

/** The one place where short messages appear; each disappears by itself. */
export const notices = {
  success: (message: string): void => show(Intent.SUCCESS, message),
  info: (message: string): void => show(Intent.PRIMARY, message),
  warning: (message: string): void => show(Intent.WARNING, message),
  error: (message: string): void => show(Intent.DANGER, message),
} as const;
