import { type StreamFrame, type StreamSigns } from '../../spec/chat-format';
import { at, parseJson } from '../../toolkit/read-value';
import { errorOf } from './stream-reader';
import { mergeUsage } from './usage';

const END_MARK = 'message_stop';

/** What a Messages stream tells about itself as it passes. */
export const messagesSigns: StreamSigns = {
  mayEnd: events => events.includes(END_MARK),
  isEnd,
  usageAfter: (payload, before) => {
    const inStart = at(payload, 'message', 'usage');
    return mergeUsage(inStart ?? at(payload, 'usage'), before);
  },
  errorOf,
};

function isEnd({ event, data }: StreamFrame): boolean {
  // The name alone may be missing behind proxies; then the data tells.
  return event === END_MARK || (data.includes(END_MARK) && at(parseJson(data), 'type') === END_MARK);
}
