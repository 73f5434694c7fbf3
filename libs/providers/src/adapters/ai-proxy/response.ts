import { type ChatAnswer, answerOfEvents, type ChatReading } from '@formats';
import { isAiProxyError } from './errors';
import { AiProxyStreamReader } from './stream';

/** @param body `{success, answer, documents, errCode, message}` */
function readAiProxyAnswer(body: unknown): ChatAnswer {
  const reader = new AiProxyStreamReader();
  return answerOfEvents([...reader.readPiece(body), ...reader.end()]);
}

export const aiProxyReading: ChatReading = {
  kind: 'chat',
  hasNamedExtraFields: true,
  framing: 'sse',
  readAnswer: readAiProxyAnswer,
  openReader: () => new AiProxyStreamReader(),
  isError: isAiProxyError,
};
