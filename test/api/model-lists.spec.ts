import { generateKeyPairSync } from 'node:crypto';
import { json, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { channelTypes } from '@contracts';
import { startChannelScene, type ChannelScene } from '../support/scenes/channel-scene';
import { must } from '../support/clients/factories';
import { type TestApp } from '../support/servers/test-app';

let scene: ChannelScene;
let app: TestApp;
let upstream: MockUpstream;
const channel: ChannelScene['channel'] = fields => scene.channel(fields);

beforeAll(async () => {
  scene = await startChannelScene();
  ({ app, upstream } = scene);
});
afterAll(() => scene.close());
afterEach(() => scene.clear());

const unsupported = { success: false, message: 'only OpenAI interface format supported' };

function listOf(id: number) {
  return app.admin.get<string[]>(`/api/channel/fetch_models/${id}`);
}

function ids(...names: string[]) {
  return { data: names.map(id => ({ id })) };
}

/** The key of a service account whose tokens the mock issues. */
function serviceAccount(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return JSON.stringify(
    {
      type: 'service_account',
      project_id: 'project-1',
      client_email: 'sluice@project-1.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${upstream.url}/token`,
    },
    null,
    2,
  );
}

/** What a type has beside the address, where its list stands, how the key is shown, and what the provider sends. */
const providers = [
  [3, {}, '/openai/deployments?api-version=2022-12-01', { 'api-key': 'sk-upstream-secret' }, ids('b', 'a')],
  [4, {}, '/api/tags', {}, { models: [{ name: 'b' }, { name: 'a' }] }],
  [14, {}, '/v1/models?limit=1000', { 'x-api-key': 'sk-upstream-secret' }, { ...ids('b', 'a'), has_more: false }],
  [15, { key: 'bce-v3/key' }, '/v2/models', { authorization: 'Bearer bce-v3/key' }, ids('b', 'a')],
  [16, {}, '/api/paas/v4/models', {}, ids('b', 'a')],
  [17, {}, '/compatible-mode/v1/models', {}, ids('b', 'a')],
  [19, {}, '/v1/models', {}, ids('b', 'a')],
  [
    24,
    {},
    '/v1beta/models?pageSize=1000',
    { 'x-goog-api-key': 'sk-upstream-secret' },
    { models: [{ name: 'models/b' }, { name: 'models/a' }] },
  ],
  [25, {}, '/v1/models', {}, ids('b', 'a')],
  [26, {}, '/api/paas/v4/models', {}, ids('b', 'a')],
  [31, {}, '/v1/models', {}, ids('b', 'a')],
  [
    33,
    { key: 'bedrock-key|us-east-1' },
    '/foundation-models?byProvider=anthropic',
    { authorization: 'Bearer bedrock-key' },
    { modelSummaries: [{ modelId: 'b' }, { modelId: 'a' }] },
  ],
  [34, {}, '/v1/models?page_size=1000', {}, { models: [{ name: 'b' }, { name: 'a' }] }],
  [35, { key: 'key|group' }, '/v1/models', { authorization: 'Bearer key' }, ids('b', 'a')],
  [
    39,
    { other: 'account' },
    '/client/v4/accounts/account/ai/models/search?per_page=100&page=1',
    {},
    { result: [{ name: 'b' }, { name: 'a' }] },
  ],
  [40, {}, '/v1/models', {}, ids('b', 'a')],
] as const;

describe('the list of models of each provider', () => {
  it.each(providers)('type %d %j stands at %s', async (type, fields, path, headers, answer) => {
    upstream.script(() => json(answer));
    const { body } = await listOf(await channel({ type, models: 'm', ...fields }));
    expect(body).toEqual({ success: true, message: '', data: ['a', 'b'] });
    expect(upstream.calls.map(call => [call.method, call.path])).toEqual([['GET', path]]);
    expect(upstream.calls[0]?.headers).toMatchObject(
      'key' in fields || Object.keys(headers).length > 0 ? headers : { authorization: 'Bearer sk-upstream-secret' },
    );
  });

  it.each([
    ['/v1/chat/completions', '/v1/models'],
    ['/api/v3/chat/completions?tenant=1', '/api/v3/models?tenant=1'],
    ['/models/{model}/invoke', '/v1/models'],
  ])('type 8 at %s stands at %s', async (typed, path) => {
    const id = await channel({ type: 8, base_url: upstream.url + typed });
    expect((await listOf(id)).body.success).toBe(true);
    expect(upstream.calls.map(call => call.path)).toEqual([path]);
  });

  it('type 33 is asked with a signature, and its ids become the names that calls use', async () => {
    const modelSummaries = ['anthropic.claude-sonnet-4-5-20250929-v1:0', 'anthropic.claude-v2:1', 'anthropic.odd-v9'];
    upstream.script(() => json({ modelSummaries: modelSummaries.map(modelId => ({ modelId })) }));
    const { body } = await listOf(await channel({ type: 33, key: 'AKID|secret|eu-west-1' }));
    expect(body.data).toEqual(['anthropic.odd-v9', 'claude-2.1', 'claude-sonnet-4-5-20250929']);
    expect(upstream.calls[0]?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 .*eu-west-1\/bedrock\//);
  });

  it('type 41 is asked with an access token, also by a form that holds the whole document as its key', async () => {
    const pages = {
      '': { publisherModels: [{ name: 'publishers/google/models/b' }], nextPageToken: 'two' },
      two: { publisherModels: [{ name: 'publishers/google/models/a' }] },
    };
    upstream.script(call => {
      if (call.path === '/token') return json({ access_token: 'short-lived', expires_in: 3600 });
      const mark = new URL(call.path, upstream.url).searchParams.get('pageToken') ?? '';
      return json(pages[mark as keyof typeof pages]);
    });
    const form = { type: 41, base_url: upstream.url, key: serviceAccount(), other: 'us-central1' };
    const { body } = await app.admin.post<string[]>('/api/channel/fetch_models', form);
    expect(body.data).toEqual(['a', 'b']);
    expect(upstream.calls[1]).toMatchObject({
      path: '/v1beta1/publishers/google/models?pageSize=200',
      headers: { authorization: 'Bearer short-lived', 'x-goog-user-project': 'project-1' },
    });
  });

  it('of a provider of type 1 may come without an envelope', async () => {
    upstream.script(() => json([{ id: 'b' }, { id: 'a' }]));
    expect((await listOf(await channel({ openai_organization: 'org-1' }))).body.data).toEqual(['a', 'b']);
    expect(upstream.calls[0]?.headers['openai-organization']).toBe('org-1');
  });
});

describe('a list of several pages', () => {
  const markOf = (path: string, name: string) => new URL(path, upstream.url).searchParams.get(name) ?? '';

  it.each([
    [
      14,
      {},
      'after_id',
      (names: string[], next: string) => ({ ...ids(...names), has_more: next !== '', last_id: next }),
    ],
    [
      24,
      {},
      'pageToken',
      (names: string[], next: string) => ({ models: names.map(name => ({ name })), nextPageToken: next }),
    ],
    [
      34,
      {},
      'page_token',
      (names: string[], next: string) => ({ models: names.map(name => ({ name })), next_page_token: next }),
    ],
  ] as const)('of type %d is read to its end', async (type, fields, parameter, write) => {
    const following: Record<string, string> = { '': 'p/2', 'p/2': 'p3', p3: '' };
    upstream.script(({ path }) => {
      const mark = markOf(path, parameter);
      return json(write([`of-${mark || 'start'}`, 'everywhere'], following[mark] ?? ''));
    });
    const { body } = await listOf(await channel({ type, models: 'm', ...fields }));
    expect(body.data).toEqual(['everywhere', 'of-p/2', 'of-p3', 'of-start']);
    expect(upstream.calls).toHaveLength(3);
  });

  it('of type 39 is read until a page is not full', async () => {
    upstream.script(({ path }) => {
      const page = Number(markOf(path, 'page'));
      const result = Array.from({ length: page < 3 ? 100 : 7 }, (_, index) => ({ name: `m-${page}-${index}` }));
      return json({ success: true, result });
    });
    const { body } = await listOf(await channel({ type: 39, models: 'm', other: 'account' }));
    expect(body.data).toHaveLength(207);
  });

  it('ends where a server sends the same page again, and fails as a whole where a page fails', async () => {
    const id = await channel({ type: 24, models: 'm' });
    upstream.script(() => json({ models: [{ name: 'models/a' }], nextPageToken: 'more' }));
    expect((await listOf(id)).body.data).toEqual(['a']);
    expect(upstream.calls).toHaveLength(2);
    upstream.script(({ path }) => (markOf(path, 'pageToken') === '' ? null : json({}, { status: 500 })));
    upstream.script(({ path }) =>
      markOf(path, 'pageToken') === ''
        ? json({ models: [{ name: 'models/a' }], nextPageToken: 'more' })
        : json({ error: {} }, { status: 500 }),
    );
    expect((await listOf(id)).body).toEqual({
      success: false,
      message: 'cannot fetch the model list from upstream: status code 500',
    });
  });
});

describe('providers without a list', () => {
  const without = channelTypes.filter(type => !type.supportsModelFetch).map(type => type.id);

  it.each(without)('of type %d are refused, saved or not', async type => {
    const other = type === 21 ? 'library' : '';
    const id = await channel({ type, models: 'm', other });
    expect((await listOf(id)).body).toEqual(unsupported);
    const form = { type, base_url: upstream.url, key: 'sk-new' };
    expect((await app.admin.post('/api/channel/fetch_models', form)).body).toEqual(unsupported);
    expect(upstream.calls).toEqual([]);
  });

  it.each([
    [15, { key: 'APIKey|SecretKey' }],
    [39, { base_url: 'https://gateway.example/v1/account/name/workers-ai' }],
    [41, { key: 'AQ.an-api-key-of-the-express-mode', other: 'global' }],
  ])('are refused by account, where others of type %d have one', async (type, fields) => {
    expect((await listOf(await channel({ type, models: 'm', other: 'x', ...fields }))).body).toEqual(unsupported);
    expect(upstream.calls).toEqual([]);
  });

  it('of a number that no type has are refused, too', async () => {
    const form = { type: 999, base_url: upstream.url, key: 'sk-new' };
    expect((await app.admin.post('/api/channel/fetch_models', form)).body).toEqual(unsupported);
    await must(app.admin.get('/api/channel/models'));
  });
});
