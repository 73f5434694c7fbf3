import { type AnswerContext, type ChatCall } from '@formats';

/** What a writer of answers must know of a caller and its question. */
export function chatContext(parsed: Readonly<Record<string, unknown>>, call: ChatCall): AnswerContext {
  let ids = 0;
  return {
    model: 'm',
    call,
    parsed,
    createdAtSeconds: 1_760_000_000,
    wantsUsage: true,
    estimatedPromptTokens: 9,
    newId: prefix => `${prefix}${++ids}`,
  };
}
