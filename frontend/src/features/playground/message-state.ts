import { isRunning, type AnswerFault, type ChatMessage } from './conversation';

/** The events of an answer. */
export type AnswerEvent =
  | { readonly kind: 'begun'; readonly requestId: string }
  | { readonly kind: 'text'; readonly content: string; readonly reasoning: string }
  | Ended<{ readonly kind: 'ended' }>
  | Ended<{ readonly kind: 'stopped' }>
  | Ended<{ readonly kind: 'failed'; readonly fault: AnswerFault }>;

/** An event that ends an answer, with its Unix time in milliseconds where it was seen. */
type Ended<Event> = Event & { readonly at?: number };

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
      return { ...answer, ...endOf(event), status: 'complete' };
    case 'stopped':
      return { ...answer, ...endOf(event), status: 'complete', wasStopped: true };
    case 'failed':
      return { ...answer, ...endOf(event), status: 'error', fault: event.fault };
  }
}

function endOf({ at }: { readonly at?: number }): Pick<ChatMessage, 'endedAt'> {
  return at === undefined ? {} : { endedAt: at };
}
