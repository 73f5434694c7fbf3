import { isRunning, type AnswerFault, type ChatMessage } from './conversation';

/** The events of an answer. */
export type AnswerEvent =
  | { readonly kind: 'begun'; readonly requestId: string }
  | { readonly kind: 'text'; readonly content: string; readonly reasoning: string }
  | { readonly kind: 'ended' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly fault: AnswerFault };

/**
 * Computes the next state of an answer: loading, then incomplete while text arrives, then complete, or error. Text that
 * has arrived always stays; a finished answer no longer changes.
 */
export function nextAnswer(answer: ChatMessage, event: AnswerEvent): ChatMessage {
  if (!isRunning(answer)) return answer;
  switch (event.kind) {
    case 'begun':
      return { ...answer, requestId: event.requestId };
    case 'text':
      return {
        ...answer,
        status: 'incomplete',
        content: answer.content + event.content,
        reasoning: answer.reasoning + event.reasoning,
      };
    case 'ended':
      return { ...answer, status: 'complete' };
    case 'stopped':
      return { ...answer, status: 'complete', wasStopped: true };
    case 'failed':
      return { ...answer, status: 'error', fault: event.fault };
  }
}
