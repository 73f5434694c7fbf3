import { type FinishReason } from '../canonical/chat';

/** The finish reasons of the format; source: 'FinishReason' in the reference of generateContent, read 2026-08. */
const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map<string, FinishReason>([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ...[
    'SAFETY',
    'RECITATION',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'LANGUAGE',
    'IMAGE_SAFETY',
    'IMAGE_PROHIBITED_CONTENT',
    'IMAGE_RECITATION',
  ].map(reason => [reason, 'contentFilter'] as const),
  ...[
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'MISSING_THOUGHT_SIGNATURE',
    'OTHER',
    'NO_IMAGE',
    'MALFORMED_RESPONSE',
  ].map(reason => [reason, 'stop'] as const),
]);

/** @param hasCalls true if the candidate called a function, for which the provider says STOP, too */
export function readFinishReason(reason: string, hasCalls: boolean): FinishReason {
  const found = FINISH_REASONS.get(reason) ?? 'unknown';
  return found === 'stop' && hasCalls ? 'toolCalls' : found;
}

/** @param hasCalls true if the answer calls functions; without a reason it then ended regularly */
export function writeFinishReason(reason: FinishReason, hasCalls: boolean): string {
  switch (reason) {
    case 'stop':
    case 'toolCalls':
      return 'STOP';
    case 'length':
      return 'MAX_TOKENS';
    case 'contentFilter':
      return 'SAFETY';
    case 'unknown':
      return hasCalls ? 'STOP' : 'OTHER';
  }
}
