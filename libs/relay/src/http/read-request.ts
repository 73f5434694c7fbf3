import { AppError } from '@kernel';
import { type FastifyRequest } from 'fastify';
import { embeddingsCall } from '../dialect/gemini-embeddings';
import { parseObject, readCall, type CallOrigin, type RelayCall } from '../call/relay-call';
import { readGeminiPath } from './gemini-path';
import { readForm } from '../call/read-form';
import { geminiActions, type RelayRoute } from './relay-paths';

/**
 * Headers that a provider of the caller's own format must receive; no other header of the caller reaches an upstream.
 */
const CALLER_HEADERS = ['anthropic-version', 'anthropic-beta', 'openai-beta'] as const;

/** The facts that are read alike on all routes. */
interface Common {
  readonly body: Buffer;
  readonly isStrict: boolean;
  readonly callerHeaders: Readonly<Record<string, string>>;
}

/**
 * Reads a request of the OpenAI and Anthropic families.
 *
 * @param body the decoded body, at most as long as the route allows
 * @param isStrict whether the operator requires every conversion to be complete
 * @throws AppError RELAY_BODY_INVALID or RELAY_*_INVALID
 */
export async function readRouteCall(
  route: RelayRoute,
  request: FastifyRequest,
  body: Buffer,
  isStrict: boolean,
): Promise<RelayCall> {
  const common = commonOf(request, body, isStrict);
  const { endpoint, format } = route;
  const contentType = request.headers['content-type'] ?? '';
  if (route.isForm && contentType.toLowerCase().startsWith('multipart/form-data')) {
    const parsed = await readForm(body, contentType);
    return readCall({ ...common, endpoint, format, contentType, parsed });
  }
  const named = (request.params as { model?: string } | undefined)?.model;
  if (named === undefined) return readCall({ ...common, endpoint, format });
  // The path of the old engine routes names the model, so the body need not.
  const parsed = parseObject(body);
  return readCall({ ...common, endpoint, format, parsed, model: modelIn(parsed) ?? named });
}

/** Reads a request of the Gemini family, whose path names the model and the action. */
export function readGeminiCall(request: FastifyRequest, rest: string, body: Buffer, isStrict: boolean): RelayCall {
  const path = request.url.split('?', 1)[0] ?? '';
  const { model, action } = readGeminiPath(rest, path);
  const { endpoint, isStream } = geminiActions[action];
  const common = commonOf(request, body, isStrict);
  if (endpoint === 'embeddings') {
    const { parsed, reshape } = embeddingsCall(parseObject(body), model, action === 'batchEmbedContents');
    const bytes = Buffer.from(JSON.stringify(parsed));
    return readCall({ ...common, body: bytes, endpoint, format: 'openai', parsed, reshape });
  }
  const isArrayStream = isStream && new URLSearchParams(request.url.split('?')[1] ?? '').get('alt') !== 'sse';
  const origin: CallOrigin = { ...common, endpoint, format: 'gemini', model, isStream, isArrayStream };
  return readCall(origin);
}

function commonOf(request: FastifyRequest, body: Buffer, isStrict: boolean): Common {
  const callerHeaders: Record<string, string> = {};
  for (const name of CALLER_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) callerHeaders[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return { body, isStrict: strictnessOf(request) ?? isStrict, callerHeaders };
}

function strictnessOf(request: FastifyRequest): boolean | null {
  const wanted = request.headers['x-sluice-strict'];
  if (wanted === undefined) return null;
  if (wanted === 'true' || wanted === '1') return true;
  if (wanted === 'false' || wanted === '0') return false;
  throw new AppError('RELAY_BODY_INVALID', { params: { detail: 'x-sluice-strict must be true or false' } });
}

function modelIn({ model }: Record<string, unknown>): string | undefined {
  return typeof model === 'string' && model !== '' ? model : undefined;
}
