/** The result of several saves. */
export type SaveOutcome = 'unchanged' | 'saved' | 'partial' | 'failed';

/**
 * Saves each changed key; every one is tried.
 *
 * @param save resolves to whether the key was saved; must not reject
 */
export async function saveEach(
  changedKeys: readonly string[],
  save: (key: string) => Promise<boolean>,
): Promise<SaveOutcome> {
  if (changedKeys.length === 0) return 'unchanged';
  const results = await Promise.all(changedKeys.map(save));
  if (results.every(Boolean)) return 'saved';
  return results.some(Boolean) ? 'partial' : 'failed';
}
