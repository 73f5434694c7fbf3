import { createBrotliDecompress, createGunzip, createInflate, type BrotliDecompress, type Gunzip } from 'node:zlib';
import { type AnswerHeaders } from './answer-headers';
import { UpstreamAnswer, type AnswerControl, type AnswerIntake } from './upstream-answer';
import { UpstreamFault } from './upstream-fault';

type Decoder = Gunzip | BrotliDecompress;

/** The most decoded bytes of one response; a small compressed body may unpack to gigabytes. */
const DECODED_BYTES_MAX = 512 * 1024 * 1024;

/** A response, and the receiver of its raw bytes: the response itself, or a decoder in front of it. */
interface OpenedAnswer {
  readonly answer: UpstreamAnswer;
  readonly intake: AnswerIntake;
}

/**
 * Opens the response of an exchange. An upstream that compresses although it was asked not to is decoded.
 *
 * @throws UpstreamFault `undecodable` for an unknown encoding: its bytes must not be passed on as text
 */
export function openAnswer(status: number, headers: AnswerHeaders, control: AnswerControl): OpenedAnswer {
  const encoding = headers.first('content-encoding').toLowerCase();
  if (encoding === '' || encoding === 'identity') {
    const answer = new UpstreamAnswer(status, headers, control);
    return { answer, intake: answer };
  }
  const decoder = decoderFor(encoding);
  const answer = new UpstreamAnswer(status, headers, {
    pause: () => decoder.pause(),
    resume: () => decoder.resume(),
    abort: () => control.abort(),
  });
  return { answer, intake: new Decoding(answer, decoder, control) };
}

function decoderFor(encoding: string): Decoder {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new UpstreamFault('undecodable');
  }
}

/** Decodes the raw bytes and passes them on; a slow reader slows the decoder, and the decoder slows the upstream. */
class Decoding implements AnswerIntake {
  private decodedBytes = 0;

  constructor(
    target: UpstreamAnswer,
    private readonly decoder: Decoder,
    private readonly control: AnswerControl,
  ) {
    decoder.on('data', (chunk: Buffer) => {
      this.decodedBytes += chunk.length;
      if (this.decodedBytes > DECODED_BYTES_MAX) decoder.destroy(new UpstreamFault('tooLarge'));
      else target.receive(chunk);
    });
    decoder.on('drain', () => control.resume());
    decoder.on('end', () => target.finish(null));
    decoder.on('error', error => {
      target.finish(error instanceof UpstreamFault ? error : new UpstreamFault('undecodable', { cause: error }));
      control.abort(); // nothing else that it sends can be read
    });
  }

  receive(chunk: Buffer): void {
    if (!this.decoder.write(chunk)) this.control.pause();
  }

  finish(fault: UpstreamFault | null): void {
    if (!fault) this.decoder.end();
    else if (!this.decoder.destroyed) this.decoder.destroy(fault);
  }
}
