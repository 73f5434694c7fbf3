import { type StreamFrame, type StreamSigns } from '../canonical/chat-format';
import { mayHoldUsageOrError } from '../canonical/search-signs';
import { at, parseJson } from '../json/read-value';
import { errorOf } from './stream-reader';
import { mergeUsage } from './usage';

const START_MARK = 'message_start';
const END_MARK = 'message_stop';
/** The common beginning of both marks, so that the bytes are searched once. */
const EITHER_MARK = Buffer.from('message_st');

/** Reads end, usage and errors out of a Messages stream that passes unchanged. */
export const messagesSigns: StreamSigns = {
  mayTell: events => events.includes(EITHER_MARK) || mayHoldUsageOrError(events),
  isEnd: frame => isOf(frame, END_MARK),
  beginning: {
    name: START_MARK,
    isBeginning: frame => isOf(frame, START_MARK),
    mayHoldContent: events => events.includes('content_block'),
  },
  usageAfter: (payload, before) => {
    const inStart = at(payload, 'message', 'usage');
    return mergeUsage(inStart ?? at(payload, 'usage'), before);
  },
  errorOf,
};

function isOf({ event, data }: StreamFrame, mark: string): boolean {
  // Proxies may leave out the event's name; then its data decides.
  return event === mark || (data.includes(mark) && at(parseJson(data), 'type') === mark);
}
