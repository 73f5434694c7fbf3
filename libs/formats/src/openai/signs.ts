import { type StreamSigns } from '../canonical/chat-format';
import { findUsage, readOpenAiUsage } from './openai-usage';
import { errorIn } from './read-error';
import { END_MARK } from './stream-reader';

/** Reads end, usage and errors out of chunks that pass unchanged. */
export const signs: StreamSigns = {
  mayEnd: events => events.includes(END_MARK),
  isEnd: ({ data }) => data.trim() === END_MARK,
  usageAfter: (payload, before) => {
    const reading = readOpenAiUsage(findUsage(payload));
    return reading.kind === 'missing' ? before : reading;
  },
  errorOf: errorIn,
};
