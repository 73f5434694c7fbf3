import { type JsonObject, isJsonObject } from './read-value';
import { MEMBER_ABSENT, findTopLevelMember } from './scan-json';
import { openingBrace } from './splice-json';

/** A number to set in a body: at its top level, or in an object at its top level. */
export interface MemberChange {
  readonly holder?: string;
  readonly name: string;
  readonly value: number;
}

interface ChangedBody {
  readonly body: Buffer;
  readonly parsed: JsonObject;
}

/**
 * Sets one number in a body. An absent member is inserted first and no other byte changes; when the member is already
 * there, the body is serialised again from its parsed form.
 *
 * @param source the bytes, and the result of parsing exactly these
 */
export function withMember({ body, parsed }: ChangedBody, change: MemberChange): ChangedBody {
  const { holder, name, value } = change;
  if (holder === undefined) {
    const changed = { ...parsed, [name]: value };
    return { parsed: changed, body: inFront(body, parsed, name, String(value)) ?? serialised(changed) };
  }
  const held = parsed[holder];
  const changed = { ...parsed, [holder]: { ...(isJsonObject(held) ? held : {}), [name]: value } };
  const spliced = isJsonObject(held)
    ? insideOf(body, held, { holder, name, value })
    : inFront(body, parsed, holder, JSON.stringify({ [name]: value }));
  return { parsed: changed, body: spliced ?? serialised(changed) };
}

function serialised(parsed: JsonObject): Buffer {
  return Buffer.from(JSON.stringify(parsed));
}

function inFront(body: Buffer, parsed: JsonObject, name: string, value: string): Buffer | null {
  const start = openingBrace(body);
  if (start === null || Object.hasOwn(parsed, name) || Object.keys(parsed).length === 0) return null;
  return insertedAt(body, start, `"${name}":${value},`);
}

function insideOf(body: Buffer, held: JsonObject, change: Required<MemberChange>): Buffer | null {
  const { holder, name, value } = change;
  const start = openingBrace(body);
  if (start === null || Object.hasOwn(held, name)) return null;
  const range = findTopLevelMember(body, start, holder);
  if (range === null || range === MEMBER_ABSENT) return null;
  // When a name is written twice, the last one counts.
  if (findTopLevelMember(body, range.end, holder) !== MEMBER_ABSENT) return null;
  const comma = Object.keys(held).length === 0 ? '' : ',';
  return insertedAt(body, range.start + 1, `"${name}":${value}${comma}`);
}

function insertedAt(body: Buffer, at: number, text: string): Buffer {
  return Buffer.concat([body.subarray(0, at), Buffer.from(text), body.subarray(at)]);
}
