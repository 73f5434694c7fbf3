import { geminiFormat } from '../formats/gemini';
import { errorOf } from '../formats/gemini/stream-reader';
import { type NameRestorer, restorerFor } from '../formats/gemini/tool-names';
import { type ChatStreamReader } from '../spec/chat-format';
import { type ChatReading } from '../spec/chat-reading';
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
    isError: body => errorOf(body) !== null,
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
