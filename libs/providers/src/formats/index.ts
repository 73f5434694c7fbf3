import { type WireFormat } from '../spec/chat';
import { type ChatFormat } from '../spec/chat-format';

/** Every wire format of chat, read and written from both sides. */
export const chatFormats = {} as Record<WireFormat, ChatFormat>;
