import { boundaryOf, delimitersIn } from './multipart-model';

const HEADERS_END = Buffer.from('\r\n\r\n');
const HEADERS_LENGTH_MAX = 16_384;

/** One file of a form; its bytes are shared with the form. */
interface FormFile {
  /** The content type that the caller's client sent; empty when it sent none. */
  readonly contentType: string;
  readonly data: Buffer;
}

/**
 * Returns the first file of a field in a multipart form, for providers that accept no forms; null when there is none.
 * Source: RFC 7578.
 */
export function fileInForm(body: Buffer, contentType: string, field: string): FormFile | null {
  const boundary = boundaryOf(contentType);
  const delimiters = boundary === null ? [] : delimitersIn(body, Buffer.from(`--${boundary}`, 'latin1'));
  for (const [index, { end }] of delimiters.entries()) {
    const next = delimiters[index + 1];
    if (!next) break;
    const headersEnd = body.subarray(end, Math.min(next.start, end + HEADERS_LENGTH_MAX)).indexOf(HEADERS_END);
    if (headersEnd === -1) continue;
    const headers = body.subarray(end, end + headersEnd).toString('latin1');
    const disposition = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? '';
    const name = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(disposition);
    if ((name?.[1] ?? name?.[2]) !== field || !/;\s*filename\*?=/i.test(disposition)) continue;
    const type = /^content-type:\s*(\S[^\r\n]*)$/im.exec(headers)?.[1] ?? '';
    return { contentType: type.trim(), data: body.subarray(end + headersEnd + HEADERS_END.length, next.start) };
  }
  return null;
}
