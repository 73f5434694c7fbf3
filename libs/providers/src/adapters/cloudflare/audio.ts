import { CallRefusal, type AnswerError, type JsonObject, asList, asText, at, parseJson } from '@formats';
import { type AnswerReading, type BytesReader, type BytesReading, type UpstreamCall } from '../../contract/upstream';
import { fileInForm } from '../../shared/multipart-file';
import { ownFields, present } from '../../shared/read-call-parts';
import { type Transcript, plainTranscript, transcriptReading } from '../../shared/transcript';
import { errorOf, isCloudflareError } from './native-response';

/** A body for `…/run/{model}` that may be bytes; without `answer` the provider's bytes pass unchanged. */
export interface AudioEndpoint {
  readonly body: Buffer;
  readonly contentType: string;
  readonly answer?: AnswerReading;
}

/**
 * Requests a transcription from Whisper: the large model takes base64 inside JSON, the small models take bare bytes.
 *
 * @throws CallRefusal for other models, for translations by the small ones, and for a form without a file
 */
export function transcription(call: UpstreamCall): AudioEndpoint {
  const { parsed, model } = call;
  const task = call.endpoint === 'translations' ? 'translate' : 'transcribe';
  const isLarge = /whisper-large/.test(model);
  if (!/whisper/.test(model) || (task === 'translate' && !isLarge)) {
    throw new CallRefusal('this kind of listening is not supported by this model');
  }
  const file = fileInForm(call.body, call.contentType, 'file');
  if (!file) throw new CallRefusal('the form holds no file');
  if (parsed.temperature !== undefined) call.dropped.add('temperature');
  const answer = transcriptReading({
    format: parsed.response_format,
    task,
    transcriptOf,
    isError: isCloudflareError,
  });
  if (!isLarge) {
    for (const name of ['language', 'prompt']) if (parsed[name] !== undefined) call.dropped.add(name);
    return { body: file.data, contentType: 'application/octet-stream', answer };
  }
  const body = present({
    audio: file.data.toString('base64'),
    task,
    language: parsed.language ?? undefined,
    initial_prompt: parsed.prompt ?? undefined,
    ...ownFields(call, ['vad_filter']),
  });
  return { ...json(body), answer };
}

function transcriptOf(body: unknown): Transcript {
  const result = at(body, 'result');
  const language = asText(at(result, 'transcription_info', 'language'));
  const duration = at(result, 'transcription_info', 'duration');
  const plain = plainTranscript(result);
  const words = plain.words.length > 0 ? plain.words : plain.segments.flatMap(segment => asList(at(segment, 'words')));
  return {
    ...plain,
    words,
    ...(language !== '' && { language }),
    ...(typeof duration === 'number' && { durationSeconds: duration }),
  };
}

/** The parameters of the Aura models for OpenAI's names of audio formats. */
const AURA_FORMATS: Readonly<Record<string, JsonObject>> = {
  mp3: { encoding: 'mp3' },
  opus: { encoding: 'opus' },
  aac: { encoding: 'aac' },
  flac: { encoding: 'flac' },
  wav: { encoding: 'linear16', container: 'wav' },
  pcm: { encoding: 'linear16', container: 'none' },
};

/**
 * Requests speech: MeloTTS returns base64 inside JSON, Aura returns the audio itself.
 *
 * @throws CallRefusal for other models
 */
export function speech(call: UpstreamCall): AudioEndpoint {
  const { parsed, model, dropped } = call;
  for (const name of ['speed', 'instructions']) if (parsed[name] !== undefined) dropped.add(name);
  if (/melotts/.test(model)) {
    if (parsed.voice !== undefined) dropped.add('voice');
    if (parsed.response_format !== undefined && parsed.response_format !== 'mp3') dropped.add('response_format');
    const lang = parsed.lang ?? 'en';
    return { ...json({ prompt: parsed.input, lang }), answer: MELO_READING };
  }
  if (!/aura/.test(model)) throw new CallRefusal('speech is not supported by this model');
  const format = asText(parsed.response_format) || 'mp3';
  const known = Object.hasOwn(AURA_FORMATS, format) ? AURA_FORMATS[format] : undefined;
  if (!known) dropped.add('response_format');
  return json(present({ text: parsed.input, speaker: parsed.voice ?? undefined, ...known }));
}

const MELO_READING: BytesReading = {
  kind: 'bytes',
  framing: 'sse',
  contentType: 'audio/mpeg',
  openReader: () => new MeloReader(),
  isError: isCloudflareError,
};

class MeloReader implements BytesReader {
  error: AnswerError | null = null;

  read({ data }: { readonly data: string }): Buffer {
    const body = parseJson(data);
    if (isCloudflareError(body)) this.error = errorOf(body);
    return this.error ? Buffer.alloc(0) : Buffer.from(asText(at(body, 'result', 'audio')), 'base64');
  }
}

function json(body: JsonObject): AudioEndpoint {
  return {
    body: Buffer.from(JSON.stringify(body)),
    contentType: 'application/json',
  };
}
