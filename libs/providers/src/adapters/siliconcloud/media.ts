import { CallRefusal, readOpenAiUsage, asList, asText, at } from '@formats';
import { type AnswerReading, type UpstreamCall } from '../../contract/upstream';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { clampField, dropFields } from '../../openai-compatible/drop-fields';
import { imagesReading } from '../../shared/images';
import { commonHits, rerankReading } from '../../shared/rerank';

/** The only family of models that makes several images in one call. */
const MAKES_SEVERAL = /kolors/i;
const IMAGES_MAX = 4;

/** The provider's voices for the names that clients of OpenAI know; its own names stay. */
const VOICES: Readonly<Record<string, string>> = {
  alloy: 'alex',
  echo: 'benjamin',
  fable: 'charles',
  onyx: 'david',
  nova: 'anna',
  shimmer: 'bella',
  sage: 'claire',
  coral: 'diana',
};
const DEFAULT_VOICE = 'alex';
const SOUND_FORMATS: readonly unknown[] = ['mp3', 'opus', 'wav', 'pcm'];

/** Renames the fields of an image request to the provider's names; its further fields pass as the caller wrote them. */
export function adaptImages(draft: BodyDraft, call: UpstreamCall): void {
  draft.rename('size', 'image_size');
  if (draft.fields.image_size === 'auto') draft.drop('image_size');
  if (MAKES_SEVERAL.test(draft.model)) {
    for (const name of ['n', 'batch_size']) clampField(draft, call.dropped, name, { min: 1, max: IMAGES_MAX });
    draft.rename('n', 'batch_size');
  } else if (draft.fields.n === 1) draft.drop('n');
  else dropFields(draft, call.dropped, 'n');
  if (draft.fields.response_format === 'url') draft.drop('response_format');
  dropFields(draft, call.dropped, 'quality', 'style', 'response_format', 'background', 'output_format', 'user');
}

/**
 * Adapts a speech request.
 *
 * @throws CallRefusal for an audio format that the provider does not make
 */
export function adaptSpeech(draft: BodyDraft, call: UpstreamCall): void {
  const format = draft.fields.response_format;
  if (format !== undefined && !SOUND_FORMATS.includes(format)) {
    throw new CallRefusal('response_format must be mp3, opus, wav or pcm for this model');
  }
  const voice = asText(draft.fields.voice) || DEFAULT_VOICE;
  // A full name contains the model or names an uploaded voice.
  if (!voice.includes(':')) {
    const name = Object.hasOwn(VOICES, voice) ? VOICES[voice] : voice;
    draft.set('voice', `${draft.model}:${name}`);
  }
  dropFields(draft, call.dropped, 'instructions', 'stream_format');
}

/**
 * Checks the response format of a transcription.
 *
 * @throws CallRefusal for anything but JSON with the text
 */
export function checkTranscription(call: UpstreamCall): void {
  const format = call.parsed.response_format;
  if (format === undefined || format === '' || format === 'json') return;
  throw new CallRefusal('response_format must be json for this model');
}

/** Readings for the endpoints whose answers differ from the OpenAI form; undefined for all others. */
export function answerOf(call: UpstreamCall): AnswerReading | undefined {
  switch (call.endpoint) {
    case 'rerank':
      return rerankReading({
        asked: call.parsed,
        model: call.requestedModel,
        hitsOf: body => commonHits(at(body, 'results')),
        usageOf: body => readOpenAiUsage(at(body, 'meta', 'tokens') ?? at(body, 'tokens')),
      });
    case 'imageGenerations':
      return imagesReading({
        imagesOf: body => {
          const images = asList(at(body, 'images'));
          const list = images.length > 0 ? images : asList(at(body, 'data'));
          return list.flatMap(image => {
            const url = asText(at(image, 'url'));
            return url === '' ? [] : [{ url }];
          });
        },
      });
    default:
      return undefined;
  }
}
