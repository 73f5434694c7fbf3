import { type StreamSigns } from '../canonical/chat-format';
import { geminiErrorOf } from './stream-reader';
import { usageOfChunk } from './usage';

/**
 * Reads usage, errors and completeness out of a passed stream. The format has no end mark: the body just ends, and the
 * finish reason shows that the answer is complete.
 */
export const geminiSigns: StreamSigns = {
  mayEnd: () => false,
  isEnd: () => false,
  usageAfter(payload, before) {
    const last = Array.isArray(payload) ? payload.at(-1) : payload;
    return usageOfChunk(last, before);
  },
  errorOf: geminiErrorOf,
};
