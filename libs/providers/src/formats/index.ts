import { type WireFormat } from '../spec/chat';
import { type ChatFormat } from '../spec/chat-format';
import { openaiFormat } from './openai';
import { responses } from './responses';

/** Every wire format of chat, read and written from both sides. */
export const chatFormats = {
  openai: openaiFormat,
  responses,
} as Record<WireFormat, ChatFormat>;
