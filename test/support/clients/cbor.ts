/** The values in the messages of authenticators. */
export type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/** Encodes a value (RFC 8949): whole numbers, texts, bytes, lists and maps, of less than 65536 items each. */
export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const pairs = Array.from(value as ReadonlyMap<number | string, Cbor>);
    return Buffer.concat([head(5, pairs.length), ...pairs.flat().map(item => encodeCbor(item))]);
  }
  const items = value as readonly Cbor[];
  return Buffer.concat([head(4, items.length), ...items.map(encodeCbor)]);
}

function head(majorType: number, size: number): Buffer {
  const type = majorType << 5;
  if (size < 24) return Buffer.from([type | size]);
  if (size < 0x100) return Buffer.from([type | 24, size]);
  return Buffer.from([type | 25, size >> 8, size & 0xff]);
}
