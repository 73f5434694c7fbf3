import { parseJson } from '@kernel';

const DEPTH_MAX = 64;
/** A last limit: routes already limit the bodies of callers, and the transport limits the responses of upstreams. */
const BYTES_MAX = 256 * 1024 * 1024;
/** A whole number of 16 or more digits, which may be too long for a double; not a part of a fraction. */
const LONG_NUMBER = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON whose ids may be bare numbers: whole numbers beyond 2^53 become texts with all their digits.
 *
 * @throws AppError JSON_*
 */
export function readJson(text: string): unknown {
  return parseJson(quoteLongNumbers(text), { bytesMax: BYTES_MAX, depthMax: DEPTH_MAX });
}

/**
 * Parses like `readJson`, but gives undefined for invalid JSON: in a response of an upstream that is an expected case.
 */
export function findJsonIn(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined; // any error means that the text is not a usable response
  }
}

/** The text of a string or a finite number, with all blanks kept; empty for every other value. */
export function asWritten(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

function quoteLongNumbers(text: string): string {
  let written = '';
  let from = 0;
  for (;;) {
    const quote = text.indexOf('"', from);
    const outside = text.slice(from, quote === -1 ? undefined : quote);
    written += outside.length < 16 ? outside : outside.replace(LONG_NUMBER, quoteUnsafe);
    if (quote === -1) return written;
    from = endOfString(text, quote);
    written += text.slice(quote, from);
  }
}

function quoteUnsafe(digits: string): string {
  return Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`;
}

/** @returns the position after the closing quote; the end of the text when there is none */
function endOfString(text: string, quote: number): number {
  for (let at = text.indexOf('"', quote + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return text.length;
}
