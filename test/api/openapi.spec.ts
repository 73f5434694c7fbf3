import { Ajv2020 } from 'ajv/dist/2020';
import { routeRoles } from '../support/inputs/route-roles';
import { withRegisteredRoutes } from '../support/servers/registered-routes';
import { startTestApp, type TestApp } from '../support/servers/test-app';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
  };
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Record<string, unknown>>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** The socket of realtime sessions, which is no route of Fastify. */
const REALTIME = 'GET /v1/realtime';

let app: TestApp;
let registered: readonly string[];
let document: Document;
let operations: readonly (readonly [string, Operation])[];

beforeAll(async () => {
  const started = await withRegisteredRoutes(() => startTestApp());
  [app, registered] = [started.result, started.routes];
  document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
});
afterAll(() => app?.close());

/** A route of Fastify as the document writes it. */
function documented(route: string): string {
  const [method = '', path = ''] = route.split(' ');
  const end = path.endsWith('/models/*') ? (method === 'POST' ? '{model}:{action}' : '{model}') : '{rest}';
  const parts = path.split('/').map(part => (part.startsWith(':') ? `{${/\w+/.exec(part)?.[0] ?? ''}}` : part));
  return `${method} ${parts.join('/').replace('*', end)}`;
}

/** Checks a value against a schema of the document. */
function isAccepted(name: string, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema(document, 'document');
  return ajv.validate({ $ref: `document#/components/schemas/${name}` }, value);
}

describe('the document of all routes', () => {
  it('is OpenAPI 3.1, open to everybody and to pages of other origins', async () => {
    const response = await fetch(`${app.url}/openapi.json`, { headers: { origin: 'https://elsewhere.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(document.openapi).toBe('3.1.1');
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(`${app.url}/openapi.json`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('has every route of the server, and no other', () => {
    const wanted = [...registered.filter(route => !route.endsWith(' /*')), REALTIME].map(documented);
    expect(operations.map(([name]) => name).sort()).toEqual([...new Set(wanted)].sort());
    expect(operations.length).toBeGreaterThan(300);
  });

  it('asks for a session, a key or nothing, as the routes do', () => {
    const expected = Object.fromEntries(
      Object.entries({ ...routeRoles, [REALTIME]: 'key' }).map(([route, role]) => [
        documented(route),
        ['open', 'guest'].includes(role),
      ]),
    );
    const open = operations.filter(([, { security }]) => security.length === 0).map(([name]) => name);
    expect(open.filter(name => expected[name] !== true)).toEqual([]);
    const closed = operations.filter(([, { security }]) => security.length > 0).map(([name]) => name);
    expect(closed.filter(name => expected[name] !== false)).toEqual([]);
  });

  it('names each operation once, each part of a path, and only schemas and ways to sign in that it has', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const [name, { parameters = [] }] of operations) {
      const parts = [...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
      const described = parameters.filter(parameter => parameter.in === 'path' && parameter.required === true);
      expect([name, described.map(parameter => parameter.name).sort()]).toEqual([name, parts.sort()]);
    }
    const used = [...JSON.stringify(document).matchAll(/#\/components\/(\w+)\/(\w+)/g)];
    const parts = document.components as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    expect(used.filter(([, kind = '', name = '']) => parts[kind]?.[name] === undefined)).toEqual([]);
    const ways = new Set(operations.flatMap(([, { security }]) => security.flatMap(way => Object.keys(way))));
    expect([...ways].filter(way => document.components.securitySchemes[way] === undefined)).toEqual([]);
  });

  it('has paths that differ in more than the names of their parameters', () => {
    const shapes = Object.keys(document.paths).map(path => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([]);
  });

  it('has schemas that a validator takes', () => {
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => isAccepted(name, {})).not.toThrow();
    }
  });

  it('says of bodies what the server says of them', async () => {
    const schemaOf = (name: string) =>
      Object.values(operations.find(([own]) => own === name)?.[1].requestBody?.content ?? {})[0]?.schema.$ref ?? '';
    expect(schemaOf('POST /api/user/login')).toMatch(/schemas\/\w+$/);
    const code = schemaOf('POST /api/redemption').replace('#/components/schemas/', '');
    const bodies = [
      { name: 'ten', quota: 500_000, count: 1 },
      { name: 7, quota: 500_000, count: 1 },
    ];
    for (const body of bodies) {
      const { body: answer } = await app.root.send('POST', '/api/redemption', body);
      expect([body, isAccepted(code, body)]).toEqual([body, answer.success]);
    }
  });
});

describe('the page of all routes', () => {
  it('shows every path without scripts and without anything from elsewhere', async () => {
    const response = await fetch(`${app.url}/openapi`);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await response.text();
    expect(Object.keys(document.paths).filter(path => !page.includes(`<code>${path}</code>`))).toEqual([]);
    expect(page).not.toMatch(/<script|src=|https?:\/\//);
  });
});
