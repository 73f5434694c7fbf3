import { createBrotliDecompress, createGunzip, createInflate, type BrotliDecompress, type Gunzip } from 'node:zlib';
import { UpstreamAnswer } from './upstream-answer';
import { UpstreamFault } from './upstream-fault';

type Decoder = Gunzip | BrotliDecompress;

/** Decoded bytes of one answer at most; a small compressed body may unfold to gigabytes. */
const DECODED_BYTES_MAX = 512 * 1024 * 1024;

/**
 * Where the raw bytes of an answer go: to the answer itself, or through a decoder when the upstream compresses although
 * it was asked not to.
 */
export function decodedInto(answer: UpstreamAnswer): UpstreamAnswer {
  const decoder = decoderFor(answer.headers['content-encoding']);
  return decoder ? new DecodingAnswer(answer, decoder) : answer;
}

function decoderFor(encoding: string | undefined): Decoder | null {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}

/** Takes the raw bytes and passes the decoded ones on to the answer it stands in front of. */
class DecodingAnswer extends UpstreamAnswer {
  private decodedBytes = 0;

  constructor(
    private readonly target: UpstreamAnswer,
    private readonly decoder: Decoder,
  ) {
    super(target.status, target.headers, { pause: () => undefined, resume: () => undefined, abort: () => undefined });
    decoder.on('data', (chunk: Buffer) => {
      this.decodedBytes += chunk.length;
      if (this.decodedBytes > DECODED_BYTES_MAX) decoder.destroy(new UpstreamFault('tooLarge'));
      else target.receive(chunk);
    });
    decoder.on('end', () => target.finish(null));
    decoder.on('error', error =>
      target.finish(error instanceof UpstreamFault ? error : new UpstreamFault('undecodable', { cause: error })),
    );
  }

  override receive(chunk: Buffer): void {
    this.decoder.write(chunk);
  }

  override finish(fault: UpstreamFault | null): void {
    if (!fault) this.decoder.end();
    else if (!this.decoder.destroyed) this.decoder.destroy(fault);
  }
}
