/** Gives a drawer the role and the name of a dialog: Blueprint's have none and accept no attribute for it. */
export function callDialog(drawer: HTMLElement, titleId: string): void {
  drawer.setAttribute('role', 'dialog');
  drawer.setAttribute('aria-modal', 'true');
  drawer.setAttribute('aria-labelledby', titleId);
}
