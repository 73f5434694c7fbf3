import { type IncomingHttpHeaders } from 'node:http';
import { util } from 'undici';

/**
 * The value of a header, trimmed; empty when there is none. When an upstream sends a header twice, the first one is
 * used.
 */
export function firstHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return ((Array.isArray(value) ? value[0] : value) ?? '').trim();
}

/** The headers of a response. */
export interface AnswerHeaders {
  /** The value of a header, see {@link firstHeader}; the name in lower case. */
  first(name: string): string;
  readonly all: IncomingHttpHeaders;
}

/** Headers that somebody else has read. */
export class ReadHeaders implements AnswerHeaders {
  constructor(readonly all: IncomingHttpHeaders) {}

  first(name: string): string {
    return firstHeader(this.all, name);
  }
}

/** Headers as bytes, names and values in turn: of the many that come with an answer, only a few are ever looked at. */
export class RawHeaders implements AnswerHeaders {
  private read: IncomingHttpHeaders | null = null;

  constructor(private readonly pairs: readonly Buffer[]) {}

  get all(): IncomingHttpHeaders {
    this.read ??= util.parseHeaders(this.pairs as Buffer[]) as IncomingHttpHeaders;
    return this.read;
  }

  first(name: string): string {
    const { pairs } = this;
    for (let at = 0; at < pairs.length; at += 2) {
      const own = pairs[at];
      if (own?.length !== name.length || own.toString('latin1').toLowerCase() !== name) continue;
      return pairs[at + 1]?.toString('latin1').trim() ?? '';
    }
    return '';
  }
}
