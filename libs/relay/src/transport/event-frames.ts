import { type StreamFrame, type StreamFraming } from '@formats';
import { EventStreamCodec, type MessageHeaders } from '@smithy/eventstream-codec';
import { AppError, SseParser, defaultSseLimits } from '@kernel';
import { crc32 } from 'node:zlib';

/** The longest line, binary message or WebSocket message in bytes; a generated image comes as one of them. */
const FRAME_BYTES_MAX = defaultSseLimits.lineMax;

const LINE_FEED = 0x0a;
const EMPTY = Buffer.alloc(0);

/** Turns the bytes of one upstream stream into frames. One instance per stream. */
export interface FrameCutter {
  /**
   * Returns the frames that these bytes complete. Bytes may be cut anywhere, even inside a character.
   *
   * @throws AppError SSE_TOO_LONG
   */
  take(bytes: Buffer): StreamFrame[];
  /**
   * Ends the stream.
   *
   * @returns a last frame whose closing mark is missing, where the framing can have one
   */
  end(): StreamFrame[];
}

/**
 * Returns a cutter for one kind of framing. For `messages`, each call of `take` gets one whole message.
 *
 * `aws`: an event's name is its `:event-type`; an exception inside the stream is a frame named by its `:exception-type`
 * (`throttlingException`); an unmodelled error, or bytes that are not such a stream, end in a frame `error`, after
 * which nothing more is read. The data of both is `{__type, message}`, as in this provider's other responses, so that
 * it can be recognised even without its frame.
 */
export function frameCutter(framing: StreamFraming): FrameCutter {
  switch (framing) {
    case 'sse':
      return new SseCutter();
    case 'ndjson':
      return new LineCutter(jsonLine);
    case 'lines':
      return new LineCutter(verbatimLine);
    case 'aws':
      return new BinaryCutter();
    case 'messages':
      return new MessageCutter();
  }
}

class SseCutter implements FrameCutter {
  private readonly parser = new SseParser();

  take(bytes: Buffer): StreamFrame[] {
    return this.parser.push(bytes);
  }

  end(): StreamFrame[] {
    return this.parser.end();
  }
}

class MessageCutter implements FrameCutter {
  take(bytes: Buffer): StreamFrame[] {
    refuseBeyondLimit(bytes.length);
    return [{ event: '', data: bytes.toString('utf8') }];
  }

  end(): StreamFrame[] {
    return [];
  }
}

/** Reads one JSON text per line; empty lines only keep the connection open. */
function jsonLine(line: string): string | null {
  return line.trim() || null; // this also trims a carriage return and a byte order mark
}

/** Removes only the end of the line. */
function verbatimLine(line: string): string {
  return line.replace(/\r$/, '');
}

class LineCutter implements FrameCutter {
  private pieces: Buffer[] = [];
  private length = 0;

  /** @param read the line without its line feed; null leaves it out */
  constructor(private readonly read: (line: string) => string | null) {}

  take(bytes: Buffer): StreamFrame[] {
    const frames: StreamFrame[] = [];
    let start = 0;
    for (let stop = bytes.indexOf(LINE_FEED); stop !== -1; stop = bytes.indexOf(LINE_FEED, start)) {
      frames.push(...this.lineEndingIn(bytes.subarray(start, stop)));
      start = stop + 1;
    }
    this.keep(bytes.subarray(start));
    return frames;
  }

  end(): StreamFrame[] {
    return this.length === 0 ? [] : this.lineEndingIn(EMPTY);
  }

  private keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.length += piece.length;
    refuseBeyondLimit(this.length);
    this.pieces.push(piece);
  }

  private lineEndingIn(piece: Buffer): StreamFrame[] {
    this.keep(piece);
    const data = this.read(Buffer.concat(this.pieces).toString('utf8'));
    this.pieces = [];
    this.length = 0;
    return data === null ? [] : [{ event: '', data }];
  }
}

/** `application/vnd.amazon.eventstream`; source: AWS, "Event stream encoding" of Amazon Transcribe, read 2026-08. */
const PRELUDE_BYTES = 12;
const PRELUDE_CHECKED_BYTES = 8;
/** Bytes of a message besides its headers and payload. */
const OVERHEAD_BYTES = 16;

class BinaryCutter implements FrameCutter {
  private readonly codec = new EventStreamCodec(
    bytes => (typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8')),
    text => Buffer.from(text, 'utf8'),
  );
  private pieces: Buffer[] = [];
  private length = 0;
  /**
   * The number of bytes needed before anything can be decided; it keeps the cost of a long message in many pieces
   * linear.
   */
  private neededLength = PRELUDE_BYTES;
  private isOver = false;

  take(bytes: Buffer): StreamFrame[] {
    if (this.isOver) return [];
    this.pieces.push(bytes);
    this.length += bytes.length;
    if (this.length < this.neededLength) return [];

    let rest = this.pieces.length === 1 ? bytes : Buffer.concat(this.pieces);
    const frames: StreamFrame[] = [];
    while (!this.isOver) {
      this.neededLength = this.lengthNeededFor(rest);
      if (rest.length < this.neededLength) break;
      const frame = this.neededLength === 0 ? BROKEN : this.frameOf(rest.subarray(0, this.neededLength));
      rest = rest.subarray(this.neededLength);
      this.isOver = frame.event === 'error';
      frames.push(frame);
    }
    this.pieces = this.isOver ? [] : [rest];
    this.length = rest.length;
    return frames;
  }

  /** Ends the stream. A message that was cut off gives no frame: the reader will find the end of the answer missing. */
  end(): StreamFrame[] {
    return [];
  }

  /** Length of the message that begins here, or of its prelude; 0 when these bytes are not a message. */
  private lengthNeededFor(bytes: Buffer): number {
    if (bytes.length < PRELUDE_BYTES) return PRELUDE_BYTES;
    const isValid = crc32(bytes.subarray(0, PRELUDE_CHECKED_BYTES)) === bytes.readUInt32BE(PRELUDE_CHECKED_BYTES);
    const length = bytes.readUInt32BE(0);
    if (!isValid || length < OVERHEAD_BYTES + bytes.readUInt32BE(4)) return 0;
    refuseBeyondLimit(length);
    return length;
  }

  private frameOf(message: Buffer): StreamFrame {
    try {
      const { headers, body } = this.codec.decode(message);
      const data = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
      if (textHeader(headers, ':message-type') === 'error') return unmodelledError(headers);
      const exception = textHeader(headers, ':exception-type');
      return exception === ''
        ? { event: textHeader(headers, ':event-type'), data }
        : { event: exception, data: withType(exception, data) };
    } catch {
      return BROKEN; // the checksum does not match, or a header has an unknown type
    }
  }
}

const BROKEN: StreamFrame = errorFrame('checksum_mismatch', 'the upstream sent a damaged event stream');

function unmodelledError(headers: MessageHeaders): StreamFrame {
  return errorFrame(textHeader(headers, ':error-code'), textHeader(headers, ':error-message'));
}

function errorFrame(code: string, message: string): StreamFrame {
  return { event: 'error', data: JSON.stringify({ __type: code, message }) };
}

function withType(type: string, data: string): string {
  const payload = asObject(data);
  return JSON.stringify({ __type: type, ...(payload ?? { message: data }) });
}

function asObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null; // the exception is plain text instead of JSON
  }
}

function textHeader(headers: MessageHeaders, name: string): string {
  const header = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return header?.type === 'string' ? header.value : '';
}

function refuseBeyondLimit(length: number): void {
  if (length > FRAME_BYTES_MAX) throw new AppError('SSE_TOO_LONG', { params: { limit: FRAME_BYTES_MAX } });
}
