import { AnswerFolder } from '../../chat/fold-answer';
import { type ChatAnswer } from '../../spec/chat-answer';
import { isRecord } from '../../toolkit/read-value';
import { type MessagesReadingOptions, MessagesStreamReader } from './stream-reader';

/** A whole message in the canonical form; it reads exactly as its stream would. */
export function readMessage(body: unknown, options: MessagesReadingOptions = {}): ChatAnswer {
  const folder = new AnswerFolder();
  if (isRecord(body)) for (const event of new MessagesStreamReader(options).readWhole(body)) folder.add(event);
  return folder.result();
}
