import { parseJson } from '@kernel';

const DEPTH_MAX = 64;
/** Bodies are bounded by their routes, answers by the transport; this is the net under both. */
const BYTES_MAX = 256 * 1024 * 1024;
/** A whole number that may be too long for a double; what follows must not make it a fraction. */
const LONG_NUMBER = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON whose ids may be bare numbers: whole numbers beyond 2^53 become texts with all their digits.
 *
 * @throws AppError JSON_*
 */
export function readJson(text: string): unknown {
  return parseJson(quoteLongNumbers(text), { bytesMax: BYTES_MAX, depthMax: DEPTH_MAX });
}

/** The same for answers, whose badness is an ordinary event: undefined. */
export function findJsonIn(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined; // whatever is wrong with it, it is not an answer
  }
}

/** A text with every blank it came with, also when a client or an upstream wrote a number; empty for everything else. */
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

/** @returns the position behind the closing quote; the end of the text when there is none */
function endOfString(text: string, quote: number): number {
  for (let at = text.indexOf('"', quote + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return text.length;
}
