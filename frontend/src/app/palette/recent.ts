import { readStored, writeStored } from '../../shared/browser/storage';

const RECENT_MAX = 6;

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(id => typeof id === 'string');
}

/** The ids that this user chose last in this browser, newest first; guests have id 0. */
export function readRecent(userId: number): readonly string[] {
  const kept: unknown = readStored('palette-recent')?.[userId];
  return isList(kept) ? kept.slice(0, RECENT_MAX) : [];
}

/**
 * Puts an item first. Only pages, actions and settings are kept: names of tokens, channels and users would stay in the
 * browser after the sign-out.
 */
export function noteRecent(userId: number, id: string): void {
  const others = readRecent(userId).filter(other => other !== id);
  writeStored('palette-recent', { ...readStored('palette-recent'), [userId]: [id, ...others].slice(0, RECENT_MAX) });
}
