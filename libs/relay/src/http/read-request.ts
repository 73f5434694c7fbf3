import { AppError } from '@kernel';
import { type IncomingHttpHeaders } from 'node:http';
import { embeddingsCall } from '../dialect/gemini-embeddings';
import { parseObject, readCall, type CallOrigin, type RelayCall } from '../call/relay-call';
import { decodeOnce } from './decode-once';
import { readGeminiPath } from './gemini-path';
import { readForm } from '../call/read-form';
import { geminiActions, type RelayRoute } from './relay-paths';

/**
 * Headers that a provider of the caller's own format must receive; no other header of the caller reaches an upstream.
 */
const CALLER_HEADERS = ['anthropic-version', 'anthropic-beta', 'openai-beta'] as const;

const NO_HEADERS: Readonly<Record<string, string>> = {};

/** The parts of a request that a call is read from, beside its body. */
interface RequestHead {
  readonly headers: IncomingHttpHeaders;
  /** The parts of the path that the framework has read, on routes whose path has any. */
  readonly params?: unknown;
}

interface RequestLine extends RequestHead {
  /** The URL as it was received, with its query. */
  readonly url: string;
}

/** What is known of a caller before its call is read. */
export interface ReadRules {
  /** Whether the operator requires every conversion to be complete. */
  readonly isStrict: boolean;
  /** The model of calls that name none; empty for none. */
  readonly defaultModel: string;
}

/** The facts that are read alike on all routes. */
interface Common {
  readonly body: Buffer;
  readonly isStrict: boolean;
  readonly defaultModel: string;
  readonly callerHeaders: Readonly<Record<string, string>>;
  readonly requestHeaders: IncomingHttpHeaders;
}

/**
 * Reads a request of the OpenAI and Anthropic families.
 *
 * @param body the decoded body, at most as long as the route allows
 * @throws AppError RELAY_BODY_INVALID or RELAY_*_INVALID
 */
export function readRouteCall(
  route: RelayRoute,
  request: RequestHead,
  body: Buffer,
  rules: ReadRules,
): RelayCall | Promise<RelayCall> {
  const contentType = request.headers['content-type'] ?? '';
  if (!route.isForm || !contentType.toLowerCase().startsWith('multipart/form-data')) {
    return readJsonCall(route, request, body, rules);
  }
  const { endpoint, format } = route;
  const common = commonOf(request, body, rules);
  const model = deploymentIn(request);
  return readForm(body, contentType).then(parsed =>
    readCall({ ...common, endpoint, format, contentType, parsed, ...(model !== undefined && { model }) }),
  );
}

/** Reads a request of these families whose body is JSON; see `readRouteCall`. */
export function readJsonCall(
  { endpoint, format }: RelayRoute,
  request: RequestHead,
  body: Buffer,
  rules: ReadRules,
): RelayCall {
  const { isStrict, defaultModel, callerHeaders, requestHeaders } = commonOf(request, body, rules);
  const origin = { body, isStrict, defaultModel, callerHeaders, requestHeaders, endpoint, format };
  const deployment = deploymentIn(request);
  if (deployment !== undefined) return readCall({ ...origin, ...deployed(body, deployment) });
  const named = (request.params as { model?: string } | undefined)?.model;
  if (named === undefined) return readCall(origin);
  // The path of the old engine routes names the model, so the body need not.
  const parsed = parseObject(body);
  return readCall({ ...origin, parsed, model: modelIn(parsed) ?? named });
}

/** Reads a request of the Gemini family, whose path names the model and the action. */
export function readGeminiCall(request: RequestLine, rest: string, body: Buffer, rules: ReadRules): RelayCall {
  const path = request.url.split('?', 1)[0] ?? '';
  const { model, action } = readGeminiPath(rest, path);
  const { endpoint, isStream } = geminiActions[action];
  const common = commonOf(request, body, rules);
  if (endpoint === 'embeddings') {
    const { parsed, reshape } = embeddingsCall(parseObject(body), model, action === 'batchEmbedContents');
    const bytes = Buffer.from(JSON.stringify(parsed));
    return readCall({ ...common, body: bytes, endpoint, format: 'openai', parsed, reshape });
  }
  const isArrayStream = isStream && new URLSearchParams(request.url.split('?')[1] ?? '').get('alt') !== 'sse';
  const origin: CallOrigin = { ...common, endpoint, format: 'gemini', model, isStream, isArrayStream };
  return readCall(origin);
}

function commonOf({ headers }: RequestHead, body: Buffer, { isStrict, defaultModel }: ReadRules): Common {
  let callerHeaders: Record<string, string> | null = null;
  for (const name of CALLER_HEADERS) {
    const value = headers[name];
    if (value !== undefined) (callerHeaders ??= {})[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return {
    body,
    isStrict: strictnessOf(headers) ?? isStrict,
    defaultModel,
    callerHeaders: callerHeaders ?? NO_HEADERS,
    requestHeaders: headers,
  };
}

function strictnessOf(headers: IncomingHttpHeaders): boolean | null {
  const wanted = headers['x-sluice-strict'];
  if (wanted === undefined) return null;
  if (wanted === 'true' || wanted === '1') return true;
  if (wanted === 'false' || wanted === '0') return false;
  throw new AppError('RELAY_BODY_INVALID', { params: { detail: 'x-sluice-strict must be true or false' } });
}

/** The deployment that the path of an Azure client names. */
function deploymentIn({ params }: RequestHead): string | undefined {
  const named = (params as { deployment?: string } | undefined)?.deployment;
  return named === undefined ? undefined : decodeOnce(named);
}

/** A body for the model that the path names. At Azure the path decides, and the body may name none or another one. */
function deployed(body: Buffer, model: string): Pick<CallOrigin, 'body' | 'parsed' | 'model'> {
  const parsed = parseObject(body);
  if (parsed.model === model) return { body, parsed, model };
  const changed = { ...parsed, model };
  return { body: Buffer.from(JSON.stringify(changed)), parsed: changed, model };
}

function modelIn({ model }: Record<string, unknown>): string | undefined {
  return typeof model === 'string' && model !== '' ? model : undefined;
}
