import { MEMBER_ABSENT, findTopLevelMember } from './scan-json';

/** The changes from the caller's body to the body that is sent. */
interface BodyChange {
  /** The required value of `model`. */
  readonly model: string;
  /** True if `stream_options.include_usage` must become true. */
  readonly addUsageOption: boolean;
}

/**
 * Every further spelling of the key contains one of these: `model"` plainly, or an escaped letter, all of which are
 * written `\u006…`. Both are quick to search for; a false hit only costs a walk through the rest.
 */
const PLAIN_KEY_END = Buffer.from('model"');
const ESCAPED_LETTER = Buffer.from('006');
const OPEN_BRACE = 0x7b;

/**
 * Gives the body another model name and, if requested, the usage option, without changing any other byte. When nothing
 * has to change, the very same Buffer is returned.
 *
 * Bodies that cannot be spliced with certainty (the key written twice or with escapes, options already present, no
 * object at the top) are serialised again from the parsed form; then only the meaning is kept, not the bytes, and
 * numbers beyond double precision lose digits.
 *
 * @param parsed the result of parsing exactly these bytes
 */
export function spliceJson(body: Buffer, parsed: Readonly<Record<string, unknown>>, change: BodyChange): Buffer {
  const mustSetModel = parsed.model !== change.model || !Object.hasOwn(parsed, 'model');
  if (!mustSetModel && !change.addUsageOption) return body;
  return splice(body, parsed, change, mustSetModel) ?? serialise(parsed, change);
}

/** The changed body as an object, for adapters that change more than these two members. */
export function changedCopy(parsed: Readonly<Record<string, unknown>>, change: BodyChange): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...parsed, model: change.model };
  if (change.addUsageOption) {
    const given = parsed.stream_options;
    copy.stream_options = { ...(typeof given === 'object' ? given : null), include_usage: true };
  }
  return copy;
}

function serialise(parsed: Readonly<Record<string, unknown>>, change: BodyChange): Buffer {
  return Buffer.from(JSON.stringify(changedCopy(parsed, change)));
}

function splice(
  body: Buffer,
  parsed: Readonly<Record<string, unknown>>,
  change: BodyChange,
  mustSetModel: boolean,
): Buffer | null {
  if (change.addUsageOption && Object.hasOwn(parsed, 'stream_options')) return null;
  const start = openingBrace(body);
  if (start === null || Object.keys(parsed).length === 0) return null;

  // New members are inserted first: that place is known without looking at the rest.
  let front = change.addUsageOption ? '"stream_options":{"include_usage":true},' : '';
  if (!mustSetModel) return join(body, start, front, null, '');
  const model = JSON.stringify(change.model);
  if (!Object.hasOwn(parsed, 'model')) {
    front += `"model":${model},`;
    return join(body, start, front, null, '');
  }
  const range = findOnlyModel(body, start);
  return range === null ? null : join(body, start, front, range, model);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The place of the only top-level `model` value, or null when there may be a second one. */
function findOnlyModel(body: Buffer, start: number): Range | null {
  const first = findTopLevelMember(body, start, 'model');
  if (first === null || first === MEMBER_ABSENT) return null;
  const rest = body.subarray(first.end);
  if (!rest.includes(PLAIN_KEY_END) && !rest.includes(ESCAPED_LETTER)) return first;
  // A tool schema may well have an inner key of that name; only the walk can tell.
  return findTopLevelMember(body, first.end, 'model') === MEMBER_ABSENT ? first : null;
}

/** The position after the brace that opens a body, or null when it opens with anything else. */
export function openingBrace(body: Buffer): number | null {
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index];
    if (byte === OPEN_BRACE) return index + 1;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return null;
  }
  return null;
}

function join(body: Buffer, start: number, front: string, range: Range | null, model: string): Buffer {
  const frontBytes = Buffer.from(front);
  if (range === null) return Buffer.concat([body.subarray(0, start), frontBytes, body.subarray(start)]);
  return Buffer.concat([
    body.subarray(0, start),
    frontBytes,
    body.subarray(start, range.start),
    Buffer.from(model),
    body.subarray(range.end),
  ]);
}
