/** The search reached the end of the object without finding the key. */
export const MEMBER_ABSENT = 'absent';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** After so many plain bytes of a string the native search is cheaper than the loop. */
const NATIVE_SEARCH_AFTER = 48;

/**
 * Finds the next member with a given name in the top-level object and the place of its value. The bytes are known to be
 * valid JSON (they were parsed), so this is a walk without validation; it looks at each byte once at most, and never
 * recurses.
 *
 * @param from the position just after the opening brace, or just after a member's value
 * @param name plain letters only
 * @returns the value's place, MEMBER_ABSENT at the object's end, or null when a key is written with escapes or the
 * bytes
 *   are not as expected
 */
export function findTopLevelMember(
  body: Buffer,
  from: number,
  name: string,
): { readonly start: number; readonly end: number } | typeof MEMBER_ABSENT | null {
  let index = from;
  for (;;) {
    index = skipSpaceAndCommas(body, index);
    if (body[index] === CLOSE_BRACE) return MEMBER_ABSENT;
    if (body[index] !== QUOTE) return null;
    const keyStart = index;
    index = skipString(body, index);
    const key = keyKind(body, { start: keyStart, end: index }, name);
    if (key === 'escaped') return null;
    index = skipSpace(body, index);
    if (body[index] !== COLON) return null;
    const valueStart = skipSpace(body, index + 1);
    index = skipValue(body, valueStart);
    if (index >= body.length) return null;
    if (key === 'wanted') return { start: valueStart, end: index };
  }
}

/** Keys are short; a key with an escape could spell anything and is not worth decoding here. */
function keyKind(
  body: Buffer,
  { start, end }: { readonly start: number; readonly end: number },
  name: string,
): 'wanted' | 'escaped' | 'other' {
  for (let index = start; index < end; index += 1) if (body[index] === BACKSLASH) return 'escaped';
  const isWanted = end - start === name.length + 2 && body.toString('latin1', start + 1, end - 1) === name;
  return isWanted ? 'wanted' : 'other';
}

function skipSpace(body: Buffer, from: number): number {
  let index = from;
  while (isSpace(body[index])) index += 1;
  return index;
}

function skipSpaceAndCommas(body: Buffer, from: number): number {
  let index = from;
  while (isSpace(body[index]) || body[index] === COMMA) index += 1;
  return index;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** From a quote to the position after the closing quote. */
function skipString(body: Buffer, from: number): number {
  let index = from + 1;
  let plain = 0;
  while (index < body.length) {
    const byte = body[index];
    if (byte === QUOTE) return index + 1;
    if (byte === BACKSLASH) {
      index += 2;
      plain = 0;
      continue;
    }
    index += 1;
    plain += 1;
    if (plain === NATIVE_SEARCH_AFTER) {
      index = skipPlain(body, index);
      plain = 0;
    }
  }
  return body.length;
}

/** Jumps to the string's end, or does not move when an escape comes before the next quote. */
function skipPlain(body: Buffer, from: number): number {
  const quote = body.indexOf(QUOTE, from);
  if (quote === -1) return body.length;
  if (body[quote - 1] !== BACKSLASH) return quote;
  // Either the quote or its backslash is escaped: only the number of backslashes before it tells which.
  let run = 1;
  while (body[quote - 1 - run] === BACKSLASH && quote - 1 - run >= from) run += 1;
  return run % 2 === 0 ? quote : quote + 1;
}

/** From a value's first byte to the position after its last. */
function skipValue(body: Buffer, from: number): number {
  const first = body[from];
  if (first === QUOTE) return skipString(body, from);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(body, from);
  let index = from;
  while (index < body.length && body[index] !== COMMA && body[index] !== CLOSE_BRACE && !isSpace(body[index]))
    index += 1;
  return index;
}

function skipNested(body: Buffer, from: number): number {
  let depth = 0;
  let index = from;
  while (index < body.length) {
    const byte = body[index];
    if (byte === QUOTE) {
      index = skipString(body, index);
      continue;
    }
    index += 1;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return body.length;
}
