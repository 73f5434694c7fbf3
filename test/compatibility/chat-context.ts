import { type AnswerContext, type ChatCall } from '@formats';

/** The facts about a caller and its request that a writer of answers needs. */
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
