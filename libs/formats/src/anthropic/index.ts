import { type ChatFormat } from '../canonical/chat-format';
import { streamOfAnswer } from '../canonical/fold-answer';
import { MessageCollector } from './collect-message';
import { readMessage } from './read-answer';
import { readMessagesCall } from './read-call';
import { messagesSigns } from './signs';
import { MessagesCloser } from './stream-closer';
import { MessagesStreamReader } from './stream-reader';
import { MessagesStreamWriter } from './stream-writer';
import { writeMessage } from './write-answer';
import { writeMessagesCall } from './write-call';

export { refuseThread } from './refuse-thread';
export { type MessagesReadingOptions } from './stream-reader';
export { writeMessagesCall } from './write-call';
export { MessagesStreamReader, readMessage };

/** The Messages API of Anthropic, version 2023-06-01. */
export const anthropicFormat: ChatFormat = {
  id: 'anthropic',
  readCall: readMessagesCall,
  writeAnswer: writeMessage,
  openWriter: context => new MessagesStreamWriter(context),
  writeCall: (call, request, dropped) => writeMessagesCall(call, request, dropped).body,
  readAnswer: body => readMessage(body),
  openReader: () => new MessagesStreamReader(),
  splitAnswer: (answer, context) => streamOfAnswer(readMessage(answer), new MessagesStreamWriter(context)),
  openCollector: () => new MessageCollector(),
  signs: messagesSigns,
  openCloser: () => new MessagesCloser(),
};
