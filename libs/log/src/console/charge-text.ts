import { logSentence, priceSaying, type LogEntry } from '@contracts';
import { isJsonObject } from '@kernel';

/**
 * The text of a charged call, which its row does not store, because its figures say the same. Empty for rows of another
 * kind, and for those without figures.
 */
export function chargeText(entry: Pick<LogEntry, 'type' | 'prompt_tokens' | 'completion_tokens' | 'other'>): string {
  const other = parsed(entry.other);
  const saying = other && priceSaying(entry, other);
  return saying ? logSentence(saying, 'en') : '';
}

function parsed(other: string): Readonly<Record<string, unknown>> | null {
  if (other === '') return null;
  try {
    const value: unknown = JSON.parse(other);
    return isJsonObject(value) ? value : null;
  } catch {
    return null; // a row of another version; its figures cannot be read
  }
}
