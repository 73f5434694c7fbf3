import { type WireFormat } from './canonical/chat';
import { type ChatFormat } from './canonical/chat-format';
import { geminiFormat } from './gemini';
import { anthropicFormat } from './anthropic';
import { openaiFormat } from './openai';
import { responses } from './responses';

/** All wire formats of chat; each has readers and writers for both sides. */
export const chatFormats = {
  openai: openaiFormat,
  anthropic: anthropicFormat,
  gemini: geminiFormat,
  responses,
} as Record<WireFormat, ChatFormat>;
