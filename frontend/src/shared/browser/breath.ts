/**
 * Lets the browser answer and draw before the next piece of work, so that no task of a slow processor gets long. A page in
 * a hidden tab goes on at once: nobody waits for it, and each of its timers would take a second.
 */
export function breath(): Promise<void> {
  return document.hidden ? Promise.resolve() : new Promise(resolve => setTimeout(resolve));
}
