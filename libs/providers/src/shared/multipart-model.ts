import { CallRefusal } from '@formats';

const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const HEADERS_LENGTH_MAX = 16_384;

/** A half-open range of bytes. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces `model` in a multipart form without changing any other byte; a form without that field gets one in front.
 * Returns the very same Buffer when nothing has to change. Source: RFC 7578.
 *
 * @throws CallRefusal when the bytes are not a form with the boundary that the content type names
 */
export function withFormModel(body: Buffer, contentType: string, model: string): Buffer {
  const boundary = boundaryOf(contentType);
  const delimiters = boundary === null ? [] : delimitersIn(body, Buffer.from(`--${boundary}`, 'latin1'));
  const first = delimiters[0];
  if (!first) throw new CallRefusal('the body is not a multipart form with the boundary of its content type');
  const values = delimiters.flatMap((delimiter, index) => {
    const next = delimiters[index + 1];
    const value = next && modelValueIn(body, { start: delimiter.end, end: next.start });
    return value ? [value] : [];
  });
  if (values.length === 0) return withModelInFront(body, first, model);
  const name = Buffer.from(model);
  const changed = values.filter(({ start, end }) => !body.subarray(start, end).equals(name));
  return changed.length === 0 ? body : replace(body, changed, name);
}

/** The boundary in a content type, or null. */
export function boundaryOf(contentType: string): string | null {
  const match = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType);
  return match ? (match[1] ?? match[2] ?? null) : null;
}

/** Finds each delimiter, from the line end before it to the beginning of its part's headers. */
export function delimitersIn(body: Buffer, mark: Buffer): Range[] {
  const found: Range[] = [];
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    const isAtLineStart = at === 0 || body.subarray(at - 2, at).equals(LINE_END);
    if (!isAtLineStart) continue;
    const end = at + mark.length;
    const after = body.subarray(end, end + 2).toString('latin1');
    if (after !== '\r\n' && after !== '--') continue; // a longer boundary with the same beginning
    found.push({ start: Math.max(0, at - 2), end: end + 2 });
  }
  return found;
}

/** The bytes of a part's value when the part is the field `model`; a file of that name does not count. */
function modelValueIn(body: Buffer, part: Range): Range | null {
  const headersEnd = body
    .subarray(part.start, Math.min(part.end, part.start + HEADERS_LENGTH_MAX))
    .indexOf(HEADERS_END);
  if (headersEnd === -1) return null;
  const headers = body.subarray(part.start, part.start + headersEnd).toString('latin1');
  const disposition = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? '';
  const isModel =
    /;\s*name=(?:"model"|model)(?=\s*(?:;|$))/i.test(disposition) && !/;\s*filename\*?=/i.test(disposition);
  return isModel ? { start: part.start + headersEnd + HEADERS_END.length, end: part.end } : null;
}

function withModelInFront(body: Buffer, first: Range, model: string): Buffer {
  const mark = body.subarray(first.start, first.end);
  const part = Buffer.from(`content-disposition: form-data; name="model"\r\n\r\n${model}\r\n`);
  const ending = mark.subarray(mark.indexOf('--'), mark.length - 2);
  return Buffer.concat([body.subarray(0, first.end), part, ending, LINE_END, body.subarray(first.end)]);
}

function replace(body: Buffer, ranges: readonly Range[], value: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    pieces.push(body.subarray(from, start), value);
    from = end;
  }
  return Buffer.concat([...pieces, body.subarray(from)]);
}
