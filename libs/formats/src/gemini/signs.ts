import { type StreamSigns } from '../canonical/chat-format';
import { mayHoldUsageOrError } from '../canonical/search-signs';
import { geminiErrorOf } from './stream-reader';
import { usageOfChunk } from './usage';

/**
 * Reads usage, errors and completeness out of a passed stream. The format has no end mark: the body just ends, and the
 * finish reason shows that the answer is complete.
 */
export const geminiSigns: StreamSigns = {
  mayTell: mayHoldUsageOrError,
  isEnd: () => false,
  usageAfter(payload, before) {
    const last = Array.isArray(payload) ? payload.at(-1) : payload;
    return usageOfChunk(last, before);
  },
  errorOf: geminiErrorOf,
};
