import {
  geminiFormat,
  thinkingConfig,
  geminiTraitsOf,
  type ChatCall,
  type ReasoningOptions,
  type JsonObject,
  asList,
  isJsonObject,
} from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { withoutForeignSignatures } from './foreign-signatures';
import { type NamedModel, namedModel } from './models';
import { withoutCallIds } from './without-call-ids';

const CATEGORIES = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
  'HARM_CATEGORY_CIVIC_INTEGRITY',
] as const;

interface GeminiBody {
  /** The model to name in the address, without the suffixes of its name. */
  readonly model: string;
  readonly body: Buffer;
}

interface GeminiBodyOptions {
  /** False for Vertex, which refuses ids of calls and requires a role on every content. */
  readonly takesCallIds: boolean;
}

/**
 * Builds the body of generateContent for a chat. A body in the Gemini format passes as its bytes unless the model's
 * name, the service or other providers' answers in the conversation require a change; every other call is written from
 * its canonical form, with the provider's filters off.
 *
 * @throws CallRefusal when the call names a file that is stored at another provider
 */
export function geminiBody(call: UpstreamCall, options: GeminiBodyOptions = { takesCallIds: true }): GeminiBody {
  const named = namedModel(call.model);
  const { model } = named;
  if (call.format === 'gemini') {
    const body = options.takesCallIds ? nativeBody(call, named) : withoutCallIds(nativeBody(call, named));
    return { model, body: body === call.parsed ? call.body : bytesOf(body) };
  }
  const asked = withSuffixes(call.chat(), named);
  const written = geminiFormat.writeCall(asked, { model, isStream: call.isStream }, call.dropped);
  const body = { ...written, safetySettings: safetySettings(model) };
  return { model, body: bytesOf(options.takesCallIds ? body : withoutCallIds(body)) };
}

function bytesOf(body: JsonObject): Buffer {
  return Buffer.from(JSON.stringify(body));
}

/** Older models refuse the threshold that switches a filter off. */
function safetySettings(model: string): readonly JsonObject[] {
  const isOld = /gemini-(?:1\.|pro(?:-vision)?$)/.test(model);
  return CATEGORIES.map(category => ({ category, threshold: isOld ? 'BLOCK_NONE' : 'OFF' }));
}

/** Applies the suffixes of the model's name; what the caller has set itself takes precedence. */
function withSuffixes(call: ChatCall, { reasoning, searches }: NamedModel): ChatCall {
  const own = call.settings.reasoning;
  const hasOwn = own?.effort !== undefined || own?.budgetTokens !== undefined;
  const wanted: ReasoningOptions | undefined = reasoning ? { ...reasoning, ...(hasOwn && own) } : own;
  const tools = searches && !call.tools.some(tool => tool.type === 'webSearch');
  return {
    ...call,
    tools: tools ? [...call.tools, { type: 'webSearch' }] : call.tools,
    settings: { ...call.settings, ...(wanted && { reasoning: wanted }) },
  };
}

/** The caller's own body; the same object when nothing has to change. */
function nativeBody(call: UpstreamCall, named: NamedModel): JsonObject {
  let body: JsonObject = call.parsed;
  // The address names the model; the body must not name another one beside it after a mapping.
  if (Object.hasOwn(body, 'model')) {
    const { model: _model, ...rest } = body;
    body = rest;
  }
  if (named.searches) body = withSearch(body);
  body = withoutForeignSignatures(body, call, named.model);
  return named.reasoning ? withThinking(body, named.model, named.reasoning, call) : body;
}

function withSearch(body: JsonObject): JsonObject {
  const given = body.tools;
  const tools = Array.isArray(given) ? asList(given) : isJsonObject(given) ? [given] : [];
  const hasSearch = tools.some(tool => isJsonObject(tool) && ('googleSearch' in tool || 'google_search' in tool));
  return hasSearch ? body : { ...body, tools: [...tools, { googleSearch: {} }] };
}

function withThinking(body: JsonObject, model: string, wanted: ReasoningOptions, call: UpstreamCall): JsonObject {
  const config = thinkingConfig(wanted, geminiTraitsOf(model).thinking, call.dropped);
  if (!config) return body;
  const key = isJsonObject(body.generation_config) ? 'generation_config' : 'generationConfig';
  const given = isJsonObject(body[key]) ? body[key] : {};
  const own = given.thinkingConfig ?? given.thinking_config;
  if (isJsonObject(own) && Object.keys(own).some(name => /budget|level/i.test(name))) return body;
  const { thinking_config: _snake, ...rest } = given;
  return { ...body, [key]: { ...rest, thinkingConfig: { ...config, ...(isJsonObject(own) && own) } } };
}
