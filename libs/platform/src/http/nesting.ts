/** No body of ours is nested deeper than a handful; what checks and copies bodies does so by recursion. */
const NESTING_MAX = 32;

/** Whether a parsed body is nested so deeply that looking at it could exhaust the stack. Walks without recursion itself. */
export function isNestedTooDeeply(input: unknown): boolean {
  let level: readonly unknown[] = [input];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > NESTING_MAX) return true;
    level = level.flatMap(value => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}
