import { type WireFormat } from './canonical/chat';
import { type ChatFormat } from './canonical/chat-format';
import { geminiFormat } from './gemini';
import { anthropicFormat } from './anthropic';
import { openaiFormat } from './openai';
import { responses } from './responses';

/** Every wire format of chat, read and written from both sides. */
export const chatFormats = {
  openai: openaiFormat,
  anthropic: anthropicFormat,
  gemini: geminiFormat,
  responses,
} as Record<WireFormat, ChatFormat>;
