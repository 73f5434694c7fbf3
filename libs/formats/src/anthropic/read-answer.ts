import { answerOfEvents } from '../canonical/fold-answer';
import { type ChatAnswer } from '../canonical/chat-answer';
import { isJsonObject } from '../json/read-value';
import { type MessagesReadingOptions, MessagesStreamReader } from './stream-reader';

/** Reads a whole message into the canonical form, with the same result as reading its stream. */
export function readMessage(body: unknown, options: MessagesReadingOptions = {}): ChatAnswer {
  return answerOfEvents(isJsonObject(body) ? new MessagesStreamReader(options).readWhole(body) : []);
}
