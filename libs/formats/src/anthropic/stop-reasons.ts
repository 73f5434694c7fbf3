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

/** Reads the provider's stop reason; `unknown` for reasons that are new. */
export function finishOf(stopReason: unknown): FinishReason {
  return typeof stopReason === 'string' && Object.hasOwn(FINISH_OF, stopReason)
    ? (FINISH_OF[stopReason] ?? 'unknown')
    : 'unknown';
}

interface Ending {
  readonly finish: FinishReason;
  readonly stopSequence: string | undefined;
  readonly hasCalls: boolean;
  readonly hasRefused: boolean;
}

/**
 * The stop reason for a caller; calls take precedence over a plain stop, which some providers report together with
 * calls.
 */
export function stopReasonOf({ finish, stopSequence, hasCalls, hasRefused }: Ending): string {
  if (finish === 'length') return 'max_tokens';
  if (finish === 'contentFilter') return 'refusal';
  if (hasCalls) return 'tool_use';
  if (hasRefused) return 'refusal';
  return stopSequence === undefined ? 'end_turn' : 'stop_sequence';
}
