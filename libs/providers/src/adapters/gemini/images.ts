import { geminiFormat, readGeminiUsage, type UsageReading, type JsonObject, asList, asText, at } from '@formats';
import { noUsage } from '@contracts';
import { type JsonReading, type UpstreamCall } from '../../contract/upstream';

/** The nearest aspect ratios for the sizes that callers of the OpenAI form name. */
const RATIOS: ReadonlyMap<string, { readonly imagen: string; readonly gemini: string }> = new Map([
  ['1024x1024', { imagen: '1:1', gemini: '1:1' }],
  ['512x512', { imagen: '1:1', gemini: '1:1' }],
  ['256x256', { imagen: '1:1', gemini: '1:1' }],
  ['1536x1024', { imagen: '4:3', gemini: '3:2' }],
  ['1024x1536', { imagen: '3:4', gemini: '2:3' }],
  ['1792x1024', { imagen: '16:9', gemini: '16:9' }],
  ['1024x1792', { imagen: '9:16', gemini: '9:16' }],
]);
const SAMPLES_MAX = 4;
/** Fields of the OpenAI form that these models do not support. */
const UNTOLD = ['quality', 'style', 'background', 'output_format', 'output_compression', 'moderation', 'user'] as const;

interface ImagesRequest {
  readonly action: 'predict' | 'generateContent';
  readonly body: JsonObject;
  readonly answer: JsonReading;
}

function isImagen(model: string): boolean {
  return /^(models\/)?imagen/i.test(model);
}

/**
 * Requests images by a prompt: `predict` for the Imagen models, `generateContent` for the others; source: the pages
 * 'Imagen' and 'Image generation' of the Gemini API.
 */
export function imagesRequest(call: UpstreamCall): ImagesRequest {
  for (const name of UNTOLD) if (call.parsed[name] !== undefined) call.dropped.add(name);
  if (call.parsed.response_format === 'url') call.dropped.add('response_format');
  const size = asText(call.parsed.size);
  const ratios = RATIOS.get(size);
  if (size !== '' && size !== 'auto' && !ratios) call.dropped.add('size');
  return isImagen(call.model) ? imagenRequest(call, ratios?.imagen) : generateRequest(call, ratios?.gemini);
}

function imagenRequest(call: UpstreamCall, aspectRatio: string | undefined): ImagesRequest {
  const wanted = Number(call.parsed.n ?? 1);
  const sampleCount = Math.min(Math.max(Number.isInteger(wanted) ? wanted : 1, 1), SAMPLES_MAX);
  if (sampleCount !== wanted) call.dropped.add('n');
  return {
    action: 'predict',
    body: {
      instances: [{ prompt: asText(call.parsed.prompt) }],
      parameters: { sampleCount, ...(aspectRatio !== undefined && { aspectRatio }), personGeneration: 'allow_adult' },
    },
    answer: {
      kind: 'json',
      convert: body => shown(imagenImages(body), null),
      isError: body => imagenImages(body).length === 0,
    },
  };
}

function generateRequest(call: UpstreamCall, aspectRatio: string | undefined): ImagesRequest {
  if (Number(call.parsed.n ?? 1) !== 1) call.dropped.add('n');
  return {
    action: 'generateContent',
    body: {
      contents: [{ role: 'user', parts: [{ text: asText(call.parsed.prompt) }] }],
      generationConfig: {
        responseModalities: ['TEXT', 'IMAGE'],
        ...(aspectRatio !== undefined && { imageConfig: { aspectRatio } }),
      },
    },
    answer: {
      kind: 'json',
      convert: body => shown(generatedImages(body), readGeminiUsage(at(body, 'usageMetadata'))),
      isError: body => generatedImages(body).length === 0,
    },
  };
}

function imagenImages(body: unknown): readonly string[] {
  return asList(at(body, 'predictions'))
    .map(prediction => asText(at(prediction, 'bytesBase64Encoded')))
    .filter(data => data !== '');
}

function generatedImages(body: unknown): readonly string[] {
  const blocks = geminiFormat.readAnswer(body).choices.flatMap(choice => choice.blocks);
  return blocks.flatMap(block => (block.type === 'image' && block.source.kind === 'data' ? [block.source.data] : []));
}

/** @param reported null for models that are paid by the image and report nothing */
function shown(
  images: readonly string[],
  reported: UsageReading | null,
): { readonly body: JsonObject; readonly usage: UsageReading } {
  const calls = images.length;
  const usage: UsageReading =
    reported?.kind === 'reported'
      ? { ...reported, usage: { ...reported.usage, calls } }
      : { kind: 'reported', usage: { ...noUsage, calls }, isZero: false };
  return { body: { data: images.map(data => ({ b64_json: data })) }, usage };
}
