import { type DrawingMode } from '@contracts';
import { isJsonObject, type JsonObject } from '@kernel';

const MODE_WORDS = /(^|\s)--(?:fast|relax|turbo)(?=\s|$)/gi;

/** A prompt without the three words that choose a speed. */
export function withoutModeWords(prompt: string): string {
  const cleared = prompt.replace(MODE_WORDS, '$1');
  return cleared === prompt ? prompt : cleared.replace(/ {2,}/g, ' ').trim();
}

export interface BodyChoices {
  /** Where the upstream may report; null for nowhere. */
  readonly callbackUrl: string | null;
  readonly isAccountFilterSent: boolean;
  readonly mode: DrawingMode | null;
}

/**
 * What the upstream is sent: everything the caller wrote, also fields nobody here knows, but never the caller's own hook,
 * which would tell a stranger the upstream's addresses. A mode in the path wins over one in the body, because it is the
 * one that is paid for.
 */
export function upstreamBody(body: JsonObject, { callbackUrl, isAccountFilterSent, mode }: BodyChoices): JsonObject {
  const { notifyHook: _hook, accountFilter, ...rest } = body;
  const filter = isJsonObject(accountFilter) ? accountFilter : null;
  const sentFilter = mode === null ? filter : { ...filter, modes: [mode.replace('mj-', '').toUpperCase()] };
  return {
    ...rest,
    ...(callbackUrl !== null && { notifyHook: callbackUrl }),
    ...(isAccountFilterSent && sentFilter !== null && { accountFilter: sentFilter }),
  };
}
