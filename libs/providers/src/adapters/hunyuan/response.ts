import { type ChatReading, type ChatAnswer, answerOfEvents } from '@formats';
import { HunyuanStreamReader } from './stream';
import { isHunyuanError } from './errors';

/** Reads answers of `ChatCompletions`: whole answers are inside `Response`, chunks are not. */
export function hunyuanReading(stops: readonly string[]): ChatReading {
  return {
    kind: 'chat',
    hasNamedExtraFields: true,
    framing: 'sse',
    openReader: () => new HunyuanStreamReader(stops),
    readAnswer(body): ChatAnswer {
      const reader = new HunyuanStreamReader(stops);
      return answerOfEvents([...reader.readPayload(body), ...reader.end()]);
    },
    isError: isHunyuanError,
  };
}
