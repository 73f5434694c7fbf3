import { AnswerFolder } from '../canonical/fold-answer';
import { type ChatAnswer } from '../canonical/chat-answer';
import { type OpenAiDialect, PLAIN_DIALECT } from './dialect';
import { OpenAiStreamReader } from './stream-reader';

/**
 * Reads a chat completion. A whole message is read as one large delta, so that the reader of streams and this one
 * understand the same fields.
 */
export function readAnswer(body: unknown, dialect: OpenAiDialect = PLAIN_DIALECT): ChatAnswer {
  const reader = new OpenAiStreamReader(dialect);
  const folder = new AnswerFolder();
  for (const event of reader.readBody(body)) folder.add(event);
  for (const event of reader.end()) folder.add(event);
  return folder.result();
}
