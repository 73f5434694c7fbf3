import { type AnswerError, type StreamFrame, type JsonObject, asText, at, parseJson } from '@formats';
import { type BytesReader, type BytesReading, type UpstreamCall } from '../../contract/upstream';
import { ownFields, present } from '../../shared/read-call-parts';
import { nativeError } from './errors';

/** The form of the streamed audio: one channel, 16 bits, little endian. */
const SAMPLE_RATE_HZ = 24_000;
const BYTES_PER_SAMPLE = 2;
/** Written in place of a length that is unknown when the first bytes are sent. */
const LENGTH_UNKNOWN = 0xffffffff;

/** Requests speech of the qwen-tts models as a stream, because a whole answer would only name an address. */
export function speechBody(call: UpstreamCall): JsonObject {
  const { parsed, model, dropped } = call;
  const format = parsed.response_format;
  if (format != null && format !== 'wav' && format !== 'pcm') dropped.add('response_format');
  for (const name of ['speed', 'instructions']) if (parsed[name] != null && parsed[name] !== 1) dropped.add(name);
  const voice = asText(parsed.voice) || undefined;
  return { model, input: present({ text: parsed.input, voice, ...ownFields(call, ['language_type']) }) };
}

/** Returns raw samples to callers who request `pcm`, and a WAV file to all others. */
export function speechReading(format: unknown): BytesReading {
  const isRaw = format === 'pcm';
  return {
    kind: 'bytes',
    framing: 'sse',
    contentType: isRaw ? 'audio/pcm' : 'audio/wav',
    openReader: () => new SpeechReader(isRaw ? Buffer.alloc(0) : wavHeader()),
    isError: body => nativeError(body) !== null,
  };
}

/** Reads `output.audio.data`, base64 of samples; the last event names the address of the whole file instead. */
class SpeechReader implements BytesReader {
  error: AnswerError | null = null;

  /** @param header is sent before the first samples */
  constructor(private header: Buffer) {}

  read(frame: StreamFrame): Buffer {
    const payload = parseJson(frame.data);
    const error = nativeError(payload);
    if (error) this.error ??= { ...error, type: 'upstream_error' };
    const samples = Buffer.from(asText(at(payload, 'output', 'audio', 'data')), 'base64');
    if (this.error || samples.length === 0) return Buffer.alloc(0);
    const { header } = this;
    this.header = Buffer.alloc(0);
    return Buffer.concat([header, samples]);
  }
}

/**
 * The RIFF header of a WAV file of unknown length; source: Microsoft, 'Multimedia Programming Interface 1.0', PCM
 * format.
 */
function wavHeader(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(LENGTH_UNKNOWN, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16); // length of the format chunk
  header.writeUInt16LE(1, 20); // plain samples
  header.writeUInt16LE(1, 22); // channels
  header.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  header.writeUInt32LE(SAMPLE_RATE_HZ * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(LENGTH_UNKNOWN, 40);
  return header;
}
