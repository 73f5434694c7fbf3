import { writeSse } from '@kernel';
import { type EndingSigns, type StreamSigns } from '../canonical/chat-format';
import { asList, at, isJsonObject } from '../json/read-value';
import { findUsage, readOpenAiUsage } from './openai-usage';
import { errorIn } from './read-error';
import { END_MARK } from './stream-reader';
import { writeUsage } from './usage';

/** Marks as bytes, because a text would be encoded again for every chunk that is searched. */
const DONE = Buffer.from(END_MARK);
const ERROR = Buffer.from('"error"');
const USAGE = Buffer.from('"usage"');
const COLON = 0x3a;
const BLANK = 0x20;
const OPENING_BRACE = 0x7b;

const ending: EndingSigns = {
  mark: writeSse(END_MARK),
  isUsageOnly: payload => {
    const choices = at(payload, 'choices');
    return Array.isArray(choices) && choices.length === 0 && findUsage(payload) !== undefined;
  },
  usageEvent: (last, usage) => {
    const [id, object, created, model] = ['id', 'object', 'created', 'model'].map(name => at(last, name));
    return writeSse(JSON.stringify({ id, object, created, model, choices: [], usage: writeUsage(usage) }));
  },
};

/** Reads end, usage and errors out of chunks of chats and of legacy completions that pass unchanged. */
export const signs: StreamSigns = {
  mayTell: events => events.includes(DONE) || events.includes(ERROR) || holdsUsageObject(events),
  isEnd: ({ data }) => data.trim() === END_MARK,
  ending,
  usageAfter: (payload, before) => {
    const reading = readOpenAiUsage(findUsage(payload));
    return reading.kind === 'missing' ? before : reading;
  },
  // Chunks of some providers name an error beside what they generated; those are no error events.
  errorOf: payload => (isJsonObject(payload) && asList(payload.choices).length > 0 ? null : errorIn(payload)),
};

/** Tells whether the bytes hold `"usage":` followed by an object; often every chunk has `"usage":null`. */
function holdsUsageObject(bytes: Buffer): boolean {
  for (let place = bytes.indexOf(USAGE); place !== -1; place = bytes.indexOf(USAGE, place + USAGE.length)) {
    let next = place + USAGE.length;
    while (bytes[next] === COLON || bytes[next] === BLANK) next++;
    if (bytes[next] === OPENING_BRACE) return true;
  }
  return false;
}
