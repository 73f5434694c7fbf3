import { AnswerFolder } from '../canonical/fold-answer';
import { type ChatAnswer } from '../canonical/chat-answer';
import { isRecord } from '../json/read-value';
import { type MessagesReadingOptions, MessagesStreamReader } from './stream-reader';

/** Reads a whole message into the canonical form, with the same result as reading its stream. */
export function readMessage(body: unknown, options: MessagesReadingOptions = {}): ChatAnswer {
  const folder = new AnswerFolder();
  if (isRecord(body)) for (const event of new MessagesStreamReader(options).readWhole(body)) folder.add(event);
  return folder.result();
}
