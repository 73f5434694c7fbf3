import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '@platform';
import { type KeptRecord } from './record-of';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Fast, with a window over the whole record: request, attempts and answer hold much of the same text. */
const QUALITY = 4;
/** A larger window than the record costs time for each call. */
function windowBits(length: number): number {
  const { BROTLI_MIN_WINDOW_BITS, BROTLI_MAX_WINDOW_BITS } = constants;
  return Math.min(BROTLI_MAX_WINDOW_BITS, Math.max(BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(length + 1))));
}

/** A record holds a few dozen bodies at most, each of a megabyte. */
const RECORD_BYTES_MAX = 64 * 1024 * 1024;

/** Packs the content of a call for the store: compressed, then sealed with a key derived from the master key. */
@Injectable()
export class PackedRecords {
  constructor(private readonly box: SecretBox) {}

  async pack(record: KeptRecord): Promise<string> {
    const json = Buffer.from(JSON.stringify(record));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: windowBits(json.length),
      [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
    };
    return this.box.seal('inspected-call', await compress(json, { params }));
  }

  /** @returns null for a content that was sealed with another key, altered, or put beside another call */
  async open(requestId: string, packed: string): Promise<KeptRecord | null> {
    try {
      const bytes = this.box.openBytes('inspected-call', packed);
      const json = await decompress(bytes, { maxOutputLength: RECORD_BYTES_MAX });
      const record = JSON.parse(json.toString('utf8')) as KeptRecord;
      return record.request_id === requestId ? record : null;
    } catch {
      return null;
    }
  }
}
