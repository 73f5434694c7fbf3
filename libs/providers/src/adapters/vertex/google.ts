import { CallRefusal, type UsageReading, type JsonObject, asList, at, isJsonObject } from '@formats';
import { geminiBody, geminiReading } from '../gemini';
import { imagesRequest } from '../gemini/images';
import { type JsonReading, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { embeddingsReading, inputTexts } from '../../shared/embeddings';
import { promptUsage } from '../../shared/rerank';
import { type VertexAccess, postTo } from './access';
import { googlePath } from './models';

/** Requests a chat with a model of Google by generateContent, without ids of calls. */
export function geminiRequest(call: UpstreamCall, access: VertexAccess): UpstreamRequest {
  const { model, body } = geminiBody(call, { takesCallIds: false });
  const action = call.isStream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  const request = postTo(access, `${googlePath(model)}:${action}`, { body, isStream: call.isStream });
  const reading = geminiReading(call);
  return { ...request, ...(reading && { answer: reading }) };
}

/** The fields of a request that countTokens accepts. */
const COUNTED = [
  'contents',
  'systemInstruction',
  'system_instruction',
  'tools',
  'generationConfig',
  'generation_config',
];

/** Requests the size of a prompt. A whole request inside a caller's body takes the place of the body. */
export function geminiCountRequest(call: UpstreamCall, access: VertexAccess): UpstreamRequest {
  const asked = call.parsed.generateContentRequest;
  const whole = call.format === 'gemini' && isJsonObject(asked) ? { ...call, parsed: asked } : call;
  const { model, body } = geminiBody(whole, { takesCallIds: false });
  // An unchanged body is read from the parsed fields, because a request inside a caller's body has no bytes of its own.
  const fields = body === call.body ? whole.parsed : (JSON.parse(body.toString()) as JsonObject);
  const counted = Object.fromEntries(COUNTED.flatMap(key => (key in fields ? [[key, fields[key]]] : [])));
  const request = postTo(access, `${googlePath(model)}:countTokens`, { body: counted });
  return call.format === 'gemini' ? request : { ...request, answer: COUNT_READING };
}

/** Only callers of the Messages format request a count here in another format than the provider's own. */
const COUNT_READING: JsonReading = {
  kind: 'json',
  convert: body => ({ body: { input_tokens: at(body, 'totalTokens') }, usage: { kind: 'missing' } }),
  isError: body => typeof at(body, 'totalTokens') !== 'number',
};

/** Requests images by a prompt, with the same calls as the Gemini API. */
export function imageRequest(call: UpstreamCall, access: VertexAccess): UpstreamRequest {
  const { action, body, answer } = imagesRequest(call);
  return { ...postTo(access, `${googlePath(call.model)}:${action}`, { body }), answer };
}

/** Most texts in one call; the newer models accept one text per call. */
const TEXTS_MAX = 250;
const ONE_AT_A_TIME = /^gemini-embedding/;
/** Models with `embedContent`, as in the Gemini API; the others have `predict`. */
const EMBEDS_CONTENT = /^gemini-embedding-[2-9](?!\d)/;

/**
 * Requests embeddings. Source: "Text embeddings API" of Vertex AI, read 2026-08.
 *
 * @throws CallRefusal for token numbers, and for more texts than the model accepts at once
 */
export function embeddingsRequest(call: UpstreamCall, access: VertexAccess): UpstreamRequest {
  const { parsed, model, dropped } = call;
  const texts = inputTexts(parsed.input);
  const most = ONE_AT_A_TIME.test(model) ? 1 : TEXTS_MAX;
  if (texts.length > most) throw new CallRefusal(`input may hold at most ${most} texts for this model`);
  if (parsed.user !== undefined) dropped.add('user');
  const embedsContent = EMBEDS_CONTENT.test(model);
  const body = embedsContent ? contentBody(parsed, texts) : instancesBody(parsed, texts);
  const answer = embeddingsReading({
    model: call.requestedModel,
    encoding: parsed.encoding_format,
    vectorsOf,
    usageOf,
    isError: answerBody => vectorsOf(answerBody).length === 0,
  });
  const action = embedsContent ? 'embedContent' : 'predict';
  return { ...postTo(access, `${googlePath(model)}:${action}`, { body }), answer };
}

function instancesBody(parsed: JsonObject, texts: readonly string[]): JsonObject {
  const { dimensions, task_type: taskType, title } = parsed;
  const instances = texts.map(content => ({
    content,
    ...(typeof taskType === 'string' && { task_type: taskType }),
    ...(typeof title === 'string' && { title }),
  }));
  return typeof dimensions === 'number'
    ? { instances, parameters: { outputDimensionality: dimensions } }
    : { instances };
}

function contentBody(parsed: JsonObject, texts: readonly string[]): JsonObject {
  const { dimensions, task_type: taskType, title } = parsed;
  return {
    content: { parts: texts.map(text => ({ text })) },
    ...(typeof taskType === 'string' && { taskType }),
    ...(typeof title === 'string' && { title }),
    ...(typeof dimensions === 'number' && { outputDimensionality: dimensions }),
  };
}

function vectorsOf(answer: unknown): readonly unknown[] {
  const single = at(answer, 'embedding', 'values');
  if (single !== undefined) return [single];
  return asList(at(answer, 'predictions')).map(prediction => at(prediction, 'embeddings', 'values'));
}

/** Adds up the token counts that come with the vectors; when one is missing, the gateway counts the tokens itself. */
function usageOf(answer: unknown): UsageReading {
  const counts = asList(at(answer, 'predictions')).map(prediction =>
    at(prediction, 'embeddings', 'statistics', 'token_count'),
  );
  const isComplete = counts.length > 0 && counts.every(count => typeof count === 'number');
  return isComplete ? promptUsage(counts.reduce((sum: number, count) => sum + Number(count), 0)) : { kind: 'missing' };
}
