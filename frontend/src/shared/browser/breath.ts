/** Lets the browser answer and draw before the next piece of work, so that no task of a slow processor gets long. */
export function breath(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve));
}
