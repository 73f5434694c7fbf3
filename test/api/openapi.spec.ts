import { Ajv2020 } from 'ajv/dist/2020';
import { openApiMeta } from '../support/inputs/openapi-meta';
import { routeRoles } from '../support/inputs/route-roles';
import {
  describeAnswers,
  documented,
  OpenApiDocument,
  type Document,
  type Operation,
} from '../support/clients/openapi-document';
import { withRegisteredRoutes } from '../support/servers/registered-routes';
import { startTestApp, type TestApp } from '../support/servers/test-app';

/** The socket of realtime sessions, which is no route of Fastify. */
const REALTIME = 'GET /v1/realtime';

let app: TestApp;
let registered: readonly string[];
let known: OpenApiDocument;
let document: Document;
let operations: readonly (readonly [string, Operation])[];

beforeAll(async () => {
  describeAnswers();
  const started = await withRegisteredRoutes(() => startTestApp());
  [app, registered] = [started.result, started.routes];
  known = await OpenApiDocument.of(app.url);
  document = known.json;
  operations = [...known.operations];
});
afterAll(() => app?.close());

describe('the document of all routes', () => {
  it('is OpenAPI 3.1, open to everybody and to pages of other origins', async () => {
    const response = await fetch(`${app.url}/openapi.json`, { headers: { origin: 'https://elsewhere.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(document.openapi).toBe('3.1.1');
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(`${app.url}/openapi.json`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('keeps to what OpenAPI 3.1 asks of a document', () => {
    const check = new Ajv2020({ strict: false, allErrors: true }).compile(openApiMeta);
    expect([check(document), check.errors]).toEqual([true, null]);
    for (const wrong of [
      { ...document, openapi: '3.0.3' },
      { ...document, paths: { 'api/x': {} } },
      { ...document, paths: { '/api/x': { get: { operationId: 'x', responses: {} } } } },
      { ...document, components: { ...document.components, schemas: { Odd: { type: 'text' } } } },
    ]) {
      expect([Object.keys(wrong.paths).length, check(wrong)]).toEqual([expect.any(Number), false]);
    }
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
      expect(() => known.isAccepted(name, {})).not.toThrow();
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
      expect([body, known.isAccepted(code, body)]).toEqual([body, answer.success]);
    }
  });
});

describe('the responses of the document', () => {
  const CONSOLE: readonly string[] = ['guest', 'user', 'admin', 'root'];
  const consoleRoutes = Object.keys(routeRoles).filter(route => CONSOLE.includes(routeRoles[route] ?? ''));

  it('say of every route of the console what its data is, or that it has none', () => {
    expect(consoleRoutes.length).toBeGreaterThan(120);
    const contents = consoleRoutes.map(route => [route, known.responseOf(route, 200)?.content ?? {}] as const);
    const without = contents.filter(([, content]) => {
      const [success] = (content['application/json']?.schema.anyOf ?? []) as readonly {
        properties?: { data?: object };
      }[];
      const { data = {} } = success?.properties ?? {};
      return success !== undefined && 'data' in (success.properties ?? {}) && Object.keys(data).length === 0;
    });
    expect(without.map(([route]) => route)).toEqual([]);
    const withData = contents.filter(([, content]) => JSON.stringify(content).includes('"data":{'));
    expect(withData.length).toBeGreaterThan(80);
    const own = contents.filter(([, content]) => content['application/json'] === undefined).map(([route]) => route);
    expect(own.sort()).toEqual([
      'GET /api/log/export',
      'GET /api/log/self/export',
      'GET /api/oauth/telegram/bind',
      'GET /api/report/export',
      'GET /api/report/self/export',
      'GET /api/statement/export',
      'GET /api/statement/self/export',
      'GET /api/statement/team/export',
      'GET /api/user/epay/notify',
      'POST /api/user/epay/notify',
    ]);
  });

  it('name the type of the answer, and the counts beside a list', () => {
    const [success] = (known.responseOf('GET /api/token', 200)?.content?.['application/json']?.schema.anyOf ??
      []) as readonly object[];
    expect(success).toMatchObject({
      properties: {
        success: { const: true },
        data: { type: 'array', items: { $ref: '#/components/schemas/TokenView' } },
        total: { type: 'number' },
      },
      required: ['success', 'message', 'data', 'total', 'page', 'page_size'],
    });
  });

  it('are the refusals of each family of clients, for callers without a key', async () => {
    const keyed = Object.keys(routeRoles).filter(route => /key|holder|drawing|task/.test(routeRoles[route] ?? ''));
    const faults: string[] = [];
    for (const route of keyed) {
      const [method = '', path = ''] = route.split(' ');
      if (path.includes('(')) continue; // the mode is any text: no call can tell which
      const end = method === 'POST' ? 'm:generateContent' : 'm';
      const real = path
        .replace(/\/\*$/, `/${end}`)
        .replaceAll(/:\w+/g, match => (match.startsWith(':generate') ? match : 'x'));
      const { status, body } = await app.guest.send(method, real, method === 'POST' ? {} : undefined);
      if (status !== 401) faults.push(`${route} answered ${status}`);
      faults.push(...known.faultsOf(route, status, body));
    }
    expect(faults).toEqual([]);
    expect(keyed.length).toBeGreaterThan(150);
  });

  it('have steps of a bulk edit that a validator reads as the server does', async () => {
    const steps = [
      { ids: [999_999], set: { priority: 1, status: 1 }, add: { group: 'vip' }, expect: { model_mapping: null } },
      { ids: ['7'] },
      { ids: [999_999], set: { priority: 'high' } },
      { ids: [999_999], add: { models: 3 } },
      { set: { priority: 1 } },
    ];
    for (const step of steps) {
      const { body } = await app.admin.put('/api/channel/bulk', { steps: [step] });
      expect([step, known.isAccepted('ChannelBulkEdit', { steps: [step] })]).toEqual([step, body.success]);
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
    const linked = new Set([...page.matchAll(/href="#(schema-\w+)"/g)].map(([, anchor = '']) => anchor));
    expect([...linked].filter(anchor => !page.includes(`id="${anchor}"`))).toEqual([]);
    for (const name of ['TokenView', 'ChannelBulkResult', 'ChatCompletion']) expect(linked).toContain(`schema-${name}`);
    expect(page).not.toMatch(/<script|<link|src=|@import|url\(|href="(?![#/])/);
  });
});
