import { RELAY_RESPONSES, RELAY_SCHEMAS } from './relay-answers';
import { jsonContent, reference, type Operation, type Parameter, type Schema } from './schema';

/** A route as Fastify has it. */
export interface RegisteredRoute {
  readonly method: string;
  readonly path: string;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: Schema;
  readonly servers: readonly Schema[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Schema;
}

/** Schemas that neither a class nor a type of the server stands for. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  ...RELAY_SCHEMAS,
  GeminiRequest: { type: 'object', properties: { contents: { type: 'array' } }, additionalProperties: true },
};

const REFUSED = jsonContent(reference('Refusal'));

const RESPONSES: Readonly<Record<string, Schema>> = {
  ...RELAY_RESPONSES,
  SignedOut: { description: 'Nobody is signed in, or the session has ended.', content: REFUSED },
};

const SECURITY: Readonly<Record<string, Schema>> = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key, sk-…' },
  anthropicKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  googleKey: { type: 'apiKey', in: 'header', name: 'x-goog-api-key' },
  azureKey: { type: 'apiKey', in: 'header', name: 'api-key' },
  drawingKey: { type: 'apiKey', in: 'header', name: 'mj-api-secret' },
  session: { type: 'apiKey', in: 'cookie', name: 'session' },
  accessToken: { type: 'http', scheme: 'bearer', description: 'The access token of a person, from the account page.' },
  user: { type: 'apiKey', in: 'header', name: 'new-api-user', description: 'The id of the signed-in person.' },
};

/** Puts the operations of all routes together. @param operationOf null leaves a route out */
export function documentOf(
  routes: readonly RegisteredRoute[],
  operationOf: (route: RegisteredRoute) => Operation | null,
  schemas: () => Readonly<Record<string, Schema>>,
  version: string,
): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const operation = operationOf(route);
    if (!operation) continue;
    const template = templateOf(route);
    paths[template] = {
      ...paths[template],
      [route.method.toLowerCase()]: withPathParameters(operation, template, route),
    };
  }
  const tags = new Set(Object.values(paths).flatMap(methods => Object.values(methods).flatMap(({ tags: own }) => own)));
  return {
    openapi: '3.1.1',
    info: { title: 'Sluice', version, description: 'The relay for AI clients, and the calls of the console.' },
    servers: [{ url: '/' }],
    tags: [...tags].sort().map(name => ({ name })),
    paths,
    components: { schemas: { ...SCHEMAS, ...schemas() }, responses: RESPONSES, securitySchemes: SECURITY },
  };
}

/** A path of Fastify as OpenAPI writes it: `/api/token/:id` as `/api/token/{id}`, the end of any length as `{rest}`. */
export function templateOf({ method, path }: RegisteredRoute): string {
  const end = path.endsWith('/models/*') ? (method === 'POST' ? '{model}:{action}' : '{model}') : '{rest}';
  const parts = path.split('/').map(part => (part.startsWith(':') ? `{${/\w+/.exec(part)?.[0] ?? ''}}` : part));
  return parts.join('/').replace('*', end);
}

/** A path names each parameter once, and an operation of it only once by its method and path. */
function withPathParameters(operation: Operation, template: string, { method }: RegisteredRoute): Operation {
  const own = operation.parameters ?? [];
  const known = new Set(own.filter(parameter => parameter.in === 'path').map(({ name }) => name));
  const named = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const missing = named.filter(name => !known.has(name));
  const added: readonly Parameter[] = missing.map(name => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const parameters = [...added, ...own];
  const operationId = `${method.toLowerCase()}${idOf(template)}`;
  return { ...operation, operationId, ...(parameters.length > 0 && { parameters }) };
}

/** A path as part of a name for code: `/api/token/{id}` as `_api_token_by_id`. */
function idOf(template: string): string {
  return template.replaceAll('-', '').replaceAll('{', 'by_').replaceAll(/\W+/g, '_').replace(/_$/, '');
}
