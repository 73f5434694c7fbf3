import { type AnswerError, type StreamFrame, type JsonObject, asRecord, asText, at, parseJson } from '@formats';
import { type BytesReader, type BytesReading, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { ownFields, present } from '../../shared/read-call-parts';
import { minimaxError } from './errors';

/** The provider's voices that come nearest to those of OpenAI; any other name is used as it is. */
const VOICES: Readonly<Record<string, string>> = {
  alloy: 'female-chengshu',
  echo: 'male-qn-qingse',
  fable: 'male-qn-jingying',
  onyx: 'presenter_male',
  nova: 'presenter_female',
  shimmer: 'audiobook_female_1',
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  pcm: 'audio/pcm',
  flac: 'audio/flac',
  wav: 'audio/wav',
};

/**
 * Fields of the provider that pass by name. `voice_setting` passes as well and overrides what the common fields set.
 */
const OWN_FIELDS = ['language_boost', 'pronunciation_dict'] as const;

/** The provider refuses a speed outside this range. */
const SPEED = { min: 0.5, max: 2 } as const;
const SAMPLE_RATE_HZ = 32_000;
const BITRATE_BPS = 128_000;

/**
 * Writes the body of `POST /v1/t2a_v2`. It requests a stream, so that audio arrives while it is made; source: the
 * provider's speech API, read 2026-08.
 */
export function speechBody(call: UpstreamCall): JsonObject {
  const { parsed, model, dropped } = call;
  const voice = asText(parsed.voice);
  const wanted = typeof parsed.speed === 'number' ? parsed.speed : 1;
  const speed = Math.min(Math.max(wanted, SPEED.min), SPEED.max);
  if (speed !== wanted) dropped.add('speed');
  const { format, ...audio } = audioSetting(parsed.response_format);
  const asked = asText(parsed.response_format);
  if (asked !== '' && asked.split('-')[0] !== format) dropped.add('response_format');
  if (parsed.instructions != null) dropped.add('instructions');
  return present({
    model,
    text: parsed.input,
    stream: true,
    stream_options: { exclude_aggregated_audio: true },
    voice_setting: {
      voice_id: Object.hasOwn(VOICES, voice) ? VOICES[voice] : voice,
      speed,
      vol: 1,
      pitch: 0,
      ...asRecord(parsed.voice_setting),
    },
    audio_setting: { ...audio, format },
    ...ownFields(call, OWN_FIELDS),
  });
}

/** Reads the name of a format, or `mp3-1-32000-128000`: format, channels, sample rate, bit rate. */
function audioSetting(asked: unknown): {
  readonly format: string;
  readonly channel: number;
  readonly sample_rate: number;
  readonly bitrate: number;
} {
  const [name = '', ...numbers] = asText(asked).split('-');
  const [channel, rate, bitrate] = numbers.map(Number);
  return {
    format: Object.hasOwn(CONTENT_TYPES, name) ? name : 'mp3',
    channel: channel || 1,
    sample_rate: rate || SAMPLE_RATE_HZ,
    bitrate: bitrate || BITRATE_BPS,
  };
}

/** Reads audio that arrives as hexadecimal text in events. */
export function speechReading(request: Pick<UpstreamRequest, 'body'>): BytesReading {
  const format = asText(at(parseJson(request.body?.toString() ?? ''), 'audio_setting', 'format'));
  return {
    kind: 'bytes',
    framing: 'sse',
    contentType: CONTENT_TYPES[format] ?? 'audio/mpeg',
    openReader: () => new SpeechReader(),
    isError: body => minimaxError(body) !== null,
  };
}

const LAST_STATUS = 2;

class SpeechReader implements BytesReader {
  error: AnswerError | null = null;
  private hasAudio = false;

  read(frame: StreamFrame): Buffer {
    const payload = parseJson(frame.data);
    const error = minimaxError(payload);
    if (error) this.error ??= { ...error, type: 'upstream_error' };
    const data = at(payload, 'data');
    // The last event may repeat the whole audio.
    if (this.error || (this.hasAudio && at(data, 'status') === LAST_STATUS)) return Buffer.alloc(0);
    const audio = Buffer.from(asText(at(data, 'audio')), 'hex');
    this.hasAudio ||= audio.length > 0;
    return audio;
  }
}
