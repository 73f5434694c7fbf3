/**
 * Gives a drawer the role and the name of a dialog: Blueprint's have none and accept no attribute for it.
 *
 * @param isModal false for a drawer beside which the page stays usable
 */
export function callDialog(drawer: HTMLElement, titleId: string, isModal = true): void {
  drawer.setAttribute('role', 'dialog');
  drawer.setAttribute('aria-modal', String(isModal));
  drawer.setAttribute('aria-labelledby', titleId);
}
