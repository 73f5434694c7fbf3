import { type ImageTaskMode } from '@contracts';
import { isJsonObject, type JsonObject } from '@kernel';

const MODE_WORDS = /(^|\s)--(?:fast|relax|turbo)(?=\s|$)/gi;

/** A prompt without the three words that choose a speed. */
export function withoutModeWords(prompt: string): string {
  const cleared = prompt.replace(MODE_WORDS, '$1');
  return cleared === prompt ? prompt : cleared.replace(/ {2,}/g, ' ').trim();
}

export interface BodyChoices {
  /** Address to which the upstream may report changes; null for none. */
  readonly callbackUrl: string | null;
  readonly isAccountFilterSent: boolean;
  readonly mode: ImageTaskMode | null;
}

/**
 * The body for the upstream: every field of the caller's, including unknown ones, but never the caller's own hook,
 * which would reveal the upstream's addresses. A mode in the path wins over one in the body, because the price follows
 * the path.
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
