import {
  geminiFormat,
  geminiErrorOf,
  type NameRestorer,
  restorerFor,
  type ChatStreamReader,
  type ChatReading,
} from '@formats';
import { type UpstreamCall } from '../../contract/upstream';

/**
 * How the answer to a request with {@link geminiBody} is read; undefined when the caller speaks the Gemini format and
 * its bytes pass. Custom tools, and tool names that the provider does not accept, come back as the caller gave them.
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
