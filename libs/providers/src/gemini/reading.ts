import {
  geminiFormat,
  geminiErrorOf,
  type NameRestorer,
  restorerFor,
  type ChatStreamReader,
  type ChatReading,
} from '@formats';
import { type UpstreamCall } from '../spec/upstream';

/**
 * How the answer to {@link geminiBody} is read; undefined when the caller speaks the same format and its bytes pass.
 * Names of tools that the provider does not take, and custom tools, come back as the caller gave them.
 */
export function geminiReading(call: UpstreamCall): ChatReading | undefined {
  if (call.format === 'gemini') return undefined;
  const restorer = restorerFor(call.chat());
  return {
    kind: 'chat',
    framing: 'sse',
    readAnswer(body) {
      const answer = geminiFormat.readAnswer(body);
      return restorer ? restorer.answer(answer) : answer;
    },
    openReader: () => openReader(restorer),
    isError: body => geminiErrorOf(body) !== null,
  };
}

function openReader(restorer: NameRestorer | null): ChatStreamReader {
  const reader = geminiFormat.openReader();
  if (!restorer) return reader;
  const restored = restorer.openStream();
  return {
    isDone: false,
    read: frame => restored(reader.read(frame)),
    end: () => restored(reader.end()),
  };
}
