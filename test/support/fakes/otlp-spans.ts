import { type ReceivedSpan } from './otlp-receiver';

/*
 * Reads what the OTLP protocol sends: opentelemetry/proto/trace/v1/trace.proto, in its two encodings.
 */

type Value = string | number | boolean;

interface JsonValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
}

interface JsonPair {
  readonly key: string;
  readonly value: JsonValue;
}

interface JsonSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly JsonPair[];
  readonly events: readonly { readonly name: string; readonly timeUnixNano: string }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

interface JsonRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly JsonPair[] };
    readonly scopeSpans: readonly { readonly spans: readonly JsonSpan[] }[];
  }[];
}

export function spansInJson(body: Buffer): readonly ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body.toString('utf8')) as JsonRequest;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(span => ({
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        traceState: span.traceState ?? '',
        status: span.status.code ?? 0,
        statusMessage: span.status.message ?? '',
        startNs: BigInt(span.startTimeUnixNano),
        endNs: BigInt(span.endTimeUnixNano),
        attributes: pairsOf(span.attributes),
        events: span.events.map(({ name, timeUnixNano }) => ({ name, timeNs: BigInt(timeUnixNano) })),
        resource: pairsOf(resource.attributes),
      })),
    ),
  );
}

function pairsOf(pairs: readonly JsonPair[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    pairs.map(({ key, value: { stringValue, boolValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? boolValue ?? doubleValue ?? Number(intValue),
    ]),
  );
}

/** The fields of one message by their numbers: bytes, or numbers. */
type Fields = Map<number, (Buffer | bigint)[]>;

function fieldsOf(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const valueOf = (wire: number) => {
    if (wire === 0) return varint();
    const length = wire === 2 ? Number(varint()) : wire === 1 ? 8 : 4;
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const value = valueOf(tag & 7);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const NOTHING = Buffer.alloc(0);

function messages(fields: Fields, number: number): readonly Fields[] {
  return (fields.get(number) ?? []).map(value => fieldsOf(value as Buffer));
}

function bytesAt(fields: Fields, number: number): Buffer {
  return (fields.get(number)?.[0] as Buffer | undefined) ?? NOTHING;
}

function textAt(fields: Fields, number: number): string {
  return bytesAt(fields, number).toString('utf8');
}

function numberAt(fields: Fields, number: number): number {
  return Number((fields.get(number)?.[0] as bigint | undefined) ?? 0n);
}

function attributesAt(fields: Fields, number: number): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    messages(fields, number).map(pair => [textAt(pair, 1), valueIn(fieldsOf(bytesAt(pair, 2)))]),
  );
}

function valueIn(value: Fields): Value {
  if (value.has(1)) return textAt(value, 1);
  if (value.has(2)) return numberAt(value, 2) === 1;
  return value.has(4) ? bytesAt(value, 4).readDoubleLE() : numberAt(value, 3);
}

export function spansInProtobuf(body: Buffer): readonly ReceivedSpan[] {
  return messages(fieldsOf(body), 1).flatMap(resourceSpans => {
    const [resource] = messages(resourceSpans, 1).map(message => attributesAt(message, 1));
    const spans = messages(resourceSpans, 2).flatMap(scope => messages(scope, 2));
    return spans.map(span => ({ ...spanOf(span), resource: resource ?? {} }));
  });
}

function spanOf(span: Fields): Omit<ReceivedSpan, 'resource'> {
  const status = fieldsOf(bytesAt(span, 15));
  return {
    name: textAt(span, 5),
    kind: numberAt(span, 6),
    traceId: bytesAt(span, 1).toString('hex'),
    spanId: bytesAt(span, 2).toString('hex'),
    parentSpanId: bytesAt(span, 4).toString('hex'),
    traceState: textAt(span, 3),
    status: numberAt(status, 3),
    statusMessage: textAt(status, 2),
    startNs: bytesAt(span, 7).readBigUInt64LE(),
    endNs: bytesAt(span, 8).readBigUInt64LE(),
    attributes: attributesAt(span, 9),
    events: messages(span, 11).map(event => ({ name: textAt(event, 2), timeNs: bytesAt(event, 1).readBigUInt64LE() })),
  };
}
