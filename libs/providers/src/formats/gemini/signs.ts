import { type StreamSigns } from '../../spec/chat-format';
import { at } from '../../toolkit/read-value';
import { errorOf } from './stream-reader';
import { readGeminiUsage } from './usage';

/** The format has no end mark: the body ends. That an answer was complete shows in its finish reason. */
export const geminiSigns: StreamSigns = {
  mayEnd: () => false,
  isEnd: () => false,
  usageAfter(payload, before) {
    const last = Array.isArray(payload) ? payload.at(-1) : payload;
    const usage = readGeminiUsage(at(last, 'usageMetadata'));
    return usage.kind === 'missing' ? before : usage;
  },
  errorOf,
};
