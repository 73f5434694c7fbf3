export { CoarseTimers, type Timed } from './async/coarse-timers';
export { Roster, type Listed } from './async/roster';
export { Deadline } from './async/deadline';
export { FreshRun } from './async/fresh-run';
export { SingleFlight } from './async/single-flight';
export { TtlCache } from './async/ttl-cache';
export { type Clock, FixedClock, systemClock, toSeconds } from './clock';
export { BYTE_ORDER_MARK, csvLine } from './csv';
export { AppError, isAppError } from './errors/app-error';
export type { ErrorCode } from './errors/catalogue';
export { noticeOf } from './errors/notices';
export { fillIn, type Language, languageOf, type Sentence } from './errors/sentence';
export {
  add,
  compare,
  floorDivide,
  fraction,
  type Fraction,
  greatestCommonDivisor,
  multiply,
  ONE,
  parseFraction,
  roundHalfUp,
  ZERO,
} from './fraction';
export { groupBy } from './group-by';
export { hasInOrder } from './in-order';
export { findJson, isJsonObject, type JsonObject, parseJson, parseJsonObject } from './json';
export { firstText, given, isGiven, listIn, numberIn, objectIn, textIn, without } from './json-fields';
export { quota, type Quota, quotaFromBigint } from './quota';
export {
  ALPHANUMERIC,
  createRequestIds,
  DIGITS,
  LOWER_HEX,
  type Random,
  randomText,
  randomUuid,
  READABLE,
  systemRandom,
} from './random';
export { defaultSseLimits, SseParser } from './sse/read-sse';
export { SSE_DONE, writeSse } from './sse/write-sse';
export { joinUrl } from './url';
export { fitsPattern } from './wildcard';
export {
  beginningOfDay,
  calendarOf,
  type Day,
  dayIn,
  isTimeZone,
  serverTimeZone,
  timeIn,
  type ZoneCalendar,
} from './zone-calendar';
