import { AppError } from '@kernel';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, type onRequestHookHandler } from 'fastify';
import { codexModelList } from './codex-models';
import {
  anthropicModel,
  anthropicModelList,
  geminiModel,
  geminiModelList,
  modelList,
  modelObject,
  publisherModel,
  publisherModelList,
} from './model-list';
import { decodeOnce } from './decode-once';

/** The shape of the list that a caller reads. */
type ListShape = 'openai' | 'anthropic' | 'gemini' | 'publisher';

interface ModelRoutes {
  readonly onRequest: onRequestHookHandler;
  /** Names that the caller of a request may use, sorted. */
  readonly namesFor: (request: FastifyRequest) => readonly string[];
}

const GEMINI_PATHS = [
  '/v1beta/models',
  '/v1alpha/models',
  '/v1beta1/models',
  '/gemini/v1beta/models',
  '/gemini/v1/models',
] as const;
/** The lists of clients in the mode of Vertex AI. */
const PUBLISHER_PATHS = ['/v1beta1/publishers/google/models', '/v1/publishers/google/models'] as const;
const OPENAI_PATHS = [
  '/v1/models',
  '/models',
  '/v1/v1/models',
  '/openai/models',
  '/openai/v1/models',
  '/v1beta/openai/models',
  '/claude/v1/models',
] as const;

/** Adds the lists of models, in the shape that the caller's client reads. */
export function addModelRoutes(scope: FastifyInstance, { onRequest, namesFor }: ModelRoutes): void {
  const send = (reply: FastifyReply, body: object) => reply.header('access-control-allow-origin', '*').send(body);
  for (const path of [...OPENAI_PATHS, ...GEMINI_PATHS, ...PUBLISHER_PATHS]) {
    const fixed = fixedShapeOf(path);
    const shapeFor = (request: FastifyRequest): ListShape => fixed ?? shapeOf(request);
    scope.get(path, { onRequest }, (request, reply) =>
      send(reply, listFor(request, shapeFor(request), namesFor(request))),
    );
    // A wildcard, because names like `org/model` contain slashes.
    scope.get<{ Params: { '*': string } }>(`${path}/*`, { onRequest }, (request, reply) => {
      const name = decodeOnce(request.params['*'])
        .replace(/\/$/, '')
        .replace(/^models\//, '');
      if (!namesFor(request).includes(name)) {
        throw new AppError('RELAY_MODEL_UNKNOWN', { params: { model: name } });
      }
      return send(reply, oneModel[shapeFor(request)](name));
    });
  }
}

const oneModel = {
  openai: modelObject,
  anthropic: anthropicModel,
  gemini: geminiModel,
  publisher: publisherModel,
} as const;

/** The shape of a path that only one family of clients uses; null where the request shows the family. */
function fixedShapeOf(path: string): ListShape | null {
  const isAmong = (paths: readonly string[]): boolean => paths.includes(path);
  return isAmong(GEMINI_PATHS) ? 'gemini' : isAmong(PUBLISHER_PATHS) ? 'publisher' : null;
}

function listFor(request: FastifyRequest, shape: ListShape, names: readonly string[]): object {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  if (shape === 'gemini') return geminiModelList(names);
  if (shape === 'publisher') return publisherModelList(names);
  if (shape === 'anthropic') return anthropicModelList(names, query);
  return query.has('client_version') ? codexModelList(names) : modelList(names);
}

/** The shape that the headers show: the official clients of each family send headers of their own. */
function shapeOf({ headers, url }: FastifyRequest): ListShape {
  if (headers['anthropic-version'] !== undefined) return 'anthropic';
  if (headers['x-goog-api-key'] !== undefined || /[?&]key=/.test(url)) return 'gemini';
  return 'openai';
}
