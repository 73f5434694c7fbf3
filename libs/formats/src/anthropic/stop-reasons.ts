import { type FinishReason } from '../canonical/chat';

const FINISH_OF: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'toolCalls',
  refusal: 'contentFilter',
};

/** Why the provider says that it stopped; `unknown` for reasons of tomorrow. */
export function finishOf(stopReason: unknown): FinishReason {
  return typeof stopReason === 'string' && Object.hasOwn(FINISH_OF, stopReason)
    ? (FINISH_OF[stopReason] ?? 'unknown')
    : 'unknown';
}

export interface Ending {
  readonly finish: FinishReason;
  readonly stopSequence: string | undefined;
  readonly hasCalls: boolean;
  readonly hasRefused: boolean;
}

/** What a caller is told; calls win over a plain stop, which some providers report beside them. */
export function stopReasonOf({ finish, stopSequence, hasCalls, hasRefused }: Ending): string {
  if (finish === 'length') return 'max_tokens';
  if (finish === 'contentFilter') return 'refusal';
  if (hasCalls) return 'tool_use';
  if (hasRefused) return 'refusal';
  return stopSequence === undefined ? 'end_turn' : 'stop_sequence';
}
