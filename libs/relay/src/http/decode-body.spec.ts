import { type FastifyRequest } from 'fastify';
import { decodeBody } from './decode-body';
import { inspectZstd } from './zstd/inspect-zstd';

const MIB = 1024 * 1024;
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

function unpack(body: Buffer, bytesMax = MIB): Promise<Buffer> {
  return decodeBody({ body, headers: { 'content-encoding': 'zstd' } } as unknown as FastifyRequest, bytesMax);
}

function refusal(code: string): Error {
  return expect.objectContaining({ code }) as Error;
}

/** One block: 0 as it is, 1 the same byte repeated. */
function block(kind: 0 | 1, size: number, bytes: Buffer, isLast: boolean): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (kind << 1) | (isLast ? 1 : 0), 0, 3);
  return Buffer.concat([header, bytes]);
}

function raw(text: string, isLast = true): Buffer {
  return block(0, Buffer.byteLength(text), Buffer.from(text), isLast);
}

/** A frame without its length, with a window of two to the power of ten plus this number. */
function frame(exponent: number, ...blocks: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([...MAGIC, 0, exponent << 3]), ...blocks]);
}

/** A frame that gives its length in four bytes. */
function sized(contentBytes: number, ...blocks: readonly Buffer[]): Buffer {
  const header = Buffer.from([...MAGIC, 0xa0, 0, 0, 0, 0]);
  header.writeUInt32LE(contentBytes, 5);
  return Buffer.concat([header, ...blocks]);
}

function zeros(count: number, isLast: boolean): Buffer {
  return block(1, count, Buffer.from([48]), isLast);
}

describe('a body in zstd', () => {
  it('is unpacked with and without its length, from several frames, skipping those for other programs', async () => {
    const skipped = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2]);
    const body = Buffer.concat([frame(4, raw('one ')), skipped, sized(4, raw('two ')), frame(13, raw('three'))]);
    expect((await unpack(body)).toString()).toBe('one two three');
  });

  it('is unpacked in a worker when it is long, whichever way its length is given', async () => {
    const blocks = Array.from({ length: 8 }, (_none, at) => zeros(128 * 1024, at === 7));
    for (const body of [frame(11, ...blocks), sized(MIB, ...blocks)]) {
      const unpacked = await unpack(body);
      expect(unpacked).toHaveLength(MIB);
      expect(unpacked.every(byte => byte === 48)).toBe(true);
    }
  }, 30_000);

  it('is refused beyond the limit, whether or not it gives its length', async () => {
    const blocks = Array.from({ length: 9 }, (_none, at) => zeros(128 * 1024, at === 8));
    await expect(unpack(frame(11, ...blocks))).rejects.toThrow(refusal('RELAY_BODY_TOO_LARGE'));
    await expect(unpack(sized(9 * 128 * 1024, ...blocks))).rejects.toThrow(refusal('RELAY_BODY_TOO_LARGE'));
  }, 30_000);

  it.each([
    ['a window of 256 MiB for ten bytes', frame(18, raw('x'))],
    ['a window above 8 MiB', frame(14, raw('x'))],
    ['a length that its blocks cannot hold', sized(2 ** 31, raw('x'))],
    ['a block beyond the format', frame(4, block(1, 2 ** 20, Buffer.from([0]), true))],
    ['a reserved kind of block', frame(4, Buffer.from([7, 0, 0]))],
    [
      'more blocks than a window may be moved for',
      frame(13, ...Array.from({ length: 1_100 }, () => zeros(1, false)), zeros(1, true)),
    ],
    ['frames without end', Buffer.concat(Array.from({ length: 1_001 }, () => frame(4, raw('x'))))],
    ['a dictionary', Buffer.from([...MAGIC, 1, 32, 9, 9, 0, 0])],
    ['a cut header', Buffer.from(MAGIC)],
    ['a cut block', frame(4, raw('hello')).subarray(0, 12)],
    ['no last block', frame(4, raw('hello', false))],
    ['bytes behind the end', Buffer.concat([frame(4, raw('x')), Buffer.from('rubbish')])],
    ['other bytes', Buffer.from('{"model":"gpt-4o"}')],
    ['nothing', Buffer.alloc(0)],
  ])('is refused before memory is reserved for it: %s', async (_what, body) => {
    expect(inspectZstd(body)).toBeNull();
    await expect(unpack(body)).rejects.toThrow(refusal('RELAY_BODY_INVALID'));
  });

  it('is refused when its blocks are broken', async () => {
    const broken = frame(4, Buffer.from([(6 << 3) | (2 << 1) | 1, 0, 0, 255, 255, 255, 255, 255, 255]));
    await expect(unpack(broken)).rejects.toThrow(refusal('RELAY_BODY_INVALID'));
  });
});
