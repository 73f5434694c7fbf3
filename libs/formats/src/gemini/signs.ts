import { type StreamSigns } from '../canonical/chat-format';
import { geminiErrorOf } from './stream-reader';
import { usageOfChunk } from './usage';

/** The format has no end mark: the body ends. That an answer was complete shows in its finish reason. */
export const geminiSigns: StreamSigns = {
  mayEnd: () => false,
  isEnd: () => false,
  usageAfter(payload, before) {
    const last = Array.isArray(payload) ? payload.at(-1) : payload;
    return usageOfChunk(last, before);
  },
  errorOf: geminiErrorOf,
};
