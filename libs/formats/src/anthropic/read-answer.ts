import { answerOfEvents } from '../canonical/fold-answer';
import { type ChatAnswer } from '../canonical/chat-answer';
import { isRecord } from '../json/read-value';
import { type MessagesReadingOptions, MessagesStreamReader } from './stream-reader';

/** Reads a whole message into the canonical form, with the same result as reading its stream. */
export function readMessage(body: unknown, options: MessagesReadingOptions = {}): ChatAnswer {
  return answerOfEvents(isRecord(body) ? new MessagesStreamReader(options).readWhole(body) : []);
}
