import { type ChatAnswer, answerOfEvents, type ChatReading } from '@formats';
import { OllamaStreamReader } from './stream';

/** A whole answer is read as a stream of one line. */
function readOllamaAnswer(body: unknown): ChatAnswer {
  return answerOfEvents(new OllamaStreamReader().readLine(body));
}

export const ollamaReading: ChatReading = {
  kind: 'chat',
  hasNamedExtraFields: true,
  framing: 'ndjson',
  readAnswer: readOllamaAnswer,
  openReader: () => new OllamaStreamReader(),
};
