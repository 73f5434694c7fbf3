/**
 * Whether a NUL character is in any text of a parsed body or query. PostgreSQL cannot store it and people do not type
 * it. Walks without recursion, so that a deeply nested body cannot exhaust the stack.
 */
export function hasNul(input: unknown): boolean {
  const waiting: unknown[] = [input];
  for (let value = waiting.pop(); value !== undefined || waiting.length > 0; value = waiting.pop()) {
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (typeof value === 'object' && value !== null) {
      for (const item of Object.values(value)) waiting.push(item);
    }
  }
  return false;
}
