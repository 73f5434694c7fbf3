import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionKeys, optionRow } from '@contracts';
import { failure } from '../../apps/mock-upstream/src/index';
import { TestClient, type ClientAnswer } from '../support/clients/client';
import { createTestDatabase, describeWith } from '../support/servers/databases';
import { dumpTables } from '../support/servers/dump-tables';
import { must } from '../support/clients/factories';
import { SecretSources } from '../support/inputs/planted-secrets';
import { routeRoles } from '../support/inputs/route-roles';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';

/** A unique text that must not come out again anywhere, named after the secret. */
function canary(name: string) {
  return `canary-${name}-0a1b2c3d4e5f`;
}

const CHANNEL_KEY = `sk-${canary('channel')}`;
const USER_PASSWORD = canary('password').slice(0, 20);
const SESSION_SECRET = canary('session-secret-of-this-server');
const MASTER_KEY = canary('master-key-of-this-server');
const PROMPT = canary('prompt');
const secretOptions = optionKeys.filter(key => optionRow(key).secret);

/** Routes that are not called: the first ends the session, the second makes a secret and is called separately. */
const NOT_ASKED: readonly string[] = ['GET /api/user/logout', 'GET /api/user/token'];
const getRoutes = Object.keys(routeRoles)
  .filter(route => route.startsWith('GET ') && !route.includes('*') && !NOT_ASKED.includes(route))
  .map(route => route.slice('GET '.length));

let sources: SecretSources;
let served: ServedScene;
let admin: TestClient;
let user: TestClient;
let channelId: number;
/** Every secret by name; the two that responses may hold are found again by these names. */
const secrets: Record<string, string> = {};
/** Whole responses with their calls, in the order of the calls. */
const answers: { readonly call: string; readonly text: string }[] = [];

function leaksIn(text: string, among = secrets): readonly string[] {
  return Object.keys(among).filter(name => holds(text, among[name] ?? ''));
}

/**
 * Finds a secret in a text. Short secrets are searched as separate words, since six letters stand by chance in any
 * longer text.
 */
function holds(text: string, secret: string): boolean {
  if (secret.length >= 12) return text.includes(secret);
  return new RegExp(`(?<![0-9A-Za-z])${secret}(?![0-9A-Za-z])`).test(text);
}

function note(call: string, { text, headers }: Pick<ClientAnswer, 'text' | 'headers'>): void {
  answers.push({ call, text: `${JSON.stringify([...headers])}\n${text}` });
}

beforeAll(async () => {
  sources = await SecretSources.start();
  const environment = { ...sources.github.environment, LOG_LEVEL: 'trace', SESSION_SECRET, MASTER_KEY };
  served = await startServedScene({ environment });
  const { root, make } = served;
  channelId = await make.channel({ base_url: served.upstream.url, key: CHANNEL_KEY, models: 'canary-model' });
  for (const key of secretOptions) {
    secrets[`option ${key}`] = canary(key);
    // A bot's token begins with the number of the bot.
    await make.option(key, key === 'TelegramBotToken' ? `123456:${canary(key)}` : canary(key));
  }
  await make.option('ModelRatio', { 'canary-model': 1 });
  const person = await make.user({ role: 10, password: USER_PASSWORD });
  admin = await new TestClient(served.server.url).signIn(person.username, USER_PASSWORD);
  user = await make.signedIn({ quota: 1_000_000 });
  secrets['key of a channel'] = canary('channel');
  secrets.password = USER_PASSWORD;
  secrets['password of the first account'] = ROOT_PASSWORD;
  secrets['session secret'] = SESSION_SECRET;
  secrets['master key'] = MASTER_KEY;
  secrets.prompt = PROMPT;
  secrets['access token'] = await must(root.get<string>('/api/user/token'));
  secrets['key of a user'] = (await make.token(user)).key;
  secrets['key of the first account'] = served.key.slice('sk-'.length);
  Object.assign(secrets, await sources.plant(served, canary));
});
afterAll(async () => {
  await served?.close();
  await sources?.close();
});

/** An upstream that repeats the key of a request in its refusal. */
async function provokeUpstreamErrors(): Promise<void> {
  served.upstream.script(call =>
    call.model === 'canary-model'
      ? failure(401, { message: `Incorrect key: ${call.headers.authorization}`, type: 'auth' })
      : null,
  );
  const messages = [{ role: 'user', content: PROMPT }];
  const response = await served.chat({ model: 'canary-model', messages });
  note('POST /v1/chat/completions', { text: await response.text(), headers: response.headers });
  note('test', await served.root.get(`/api/channel/test/${channelId}?model=canary-model`));
  note('balance', await served.root.get(`/api/channel/update_balance/${channelId}`));
}

describe('secrets', () => {
  it('are many, and each is in use', async () => {
    expect(secretOptions.length).toBeGreaterThan(5);
    expect(getRoutes.length).toBeGreaterThan(30);
    expect(Object.entries(secrets).filter(([, secret]) => secret.length < 6)).toEqual([]);
    const holder = new TestClient(served.server.url, { authorization: `Bearer ${secrets['access token']}` });
    const self = await holder.get('/api/user/self', { 'new-api-user': String(served.root.user?.id) });
    expect(self.body.success).toBe(true);
    await served.chat({ model: 'canary-model', messages: [{ role: 'user', content: PROMPT }] });
    expect(served.upstream.calls.at(-1)?.headers.authorization).toBe(`Bearer ${CHANNEL_KEY}`);
  });

  it('stand in no response to root, an administrator, a user or a guest', async () => {
    await provokeUpstreamErrors();
    const guest = new TestClient(served.server.url);
    const people = { root: served.root, admin, user, guest };
    for (const [name, client] of Object.entries(people)) {
      for (const path of getRoutes) {
        for (const id of path.includes(':id') ? [channelId, 1, 2, 3] : [0]) {
          const asked = path.replace(':id', String(id));
          note(`${name} GET ${asked}`, await client.get(`${asked}?include_key=false`));
        }
      }
    }
    note('edit', await served.root.put('/api/channel/', { id: channelId, priority: 3 }));
    note('search', await served.root.get(`/api/channel/search?keyword=${CHANNEL_KEY}`));
    note('wrong password', await guest.post('/api/user/login', { username: 'root', password: `${ROOT_PASSWORD}x` }));
    note('own edit', await admin.put('/api/user/self', { password: USER_PASSWORD, original_password: USER_PASSWORD }));

    const leaks = answers.flatMap(({ call, text }) => leaksIn(text).map(secret => `${call}: ${secret}`));
    // Owners copy their keys from the list of their keys, administrators the codes they made, and from nowhere else.
    const isOwnKey = (leak: string) =>
      /^(root GET \/api\/token.*: key of the first account|user GET \/api\/token.*: key of a user)$/.test(leak);
    const isCode = (leak: string) => /^(root|admin) GET \/api\/redemption.*: redemption code$/.test(leak);
    expect(leaks.filter(leak => !isOwnKey(leak) && !isCode(leak))).toEqual([]);
    expect(leaks.filter(isOwnKey).length).toBeGreaterThan(1);
    expect(leaks.filter(isCode).length).toBeGreaterThan(1);
  });

  it('come out only for those who have the right to request them', async () => {
    const path = `/api/channel/${channelId}?include_key=true`;
    expect((await served.root.get<{ key: string }>(path)).body.data?.key).toBe(CHANNEL_KEY);
    expect((await served.root.get('/api/channel/?include_key=true')).text).toContain(CHANNEL_KEY);
    for (const client of [user, new TestClient(served.server.url)]) {
      expect(leaksIn((await client.get(path)).text)).toEqual([]);
    }
    const fresh = await must(served.root.get<string>('/api/user/token'));
    expect(fresh).toMatch(/^[0-9A-Za-z]{32}$/);
    secrets['second access token'] = fresh;
  });

  it('stand in no line of the structured log, even at its most detailed level', async () => {
    const { stdout, stderr } = await served.server.stop();
    expect(stdout.length).toBeGreaterThan(100);
    expect(leaksIn(stdout + stderr)).toEqual([]);
  });

  it('stand unencrypted in no file of the data directory', () => {
    const files = ['sluice.db', 'sluice.db-wal'].map(name => readIfThere(join(served.server.dataDir, name)));
    expect(files.join('').length).toBeGreaterThan(10_000);
    expect(leaksIn(files.join('\n'))).toEqual([]);
  });
});

describeWith('postgres', 'the rows of a database server', () => {
  it('hold no secret unencrypted', async () => {
    const database = await createTestDatabase('postgres');
    const others = await SecretSources.start();
    const environment = { ...others.github.environment, DATABASE_URL: database.url, SESSION_SECRET, MASTER_KEY };
    const server = await startServedScene({ environment });
    try {
      const { root, make } = server;
      await make.channel({ base_url: server.upstream.url, key: CHANNEL_KEY, models: 'canary-model' });
      for (const key of secretOptions) {
        await make.option(key, key === 'TelegramBotToken' ? `123456:${canary(key)}` : canary(key));
      }
      await make.user({ password: USER_PASSWORD });
      const planted = {
        ...Object.fromEntries(secretOptions.map(key => [`option ${key}`, canary(key)])),
        'key of a channel': canary('channel'),
        password: USER_PASSWORD,
        'session secret': SESSION_SECRET,
        'master key': MASTER_KEY,
        'access token': await must(root.get<string>('/api/user/token')),
        'key of the first account': server.key.slice('sk-'.length),
        ...(await others.plant(server, canary)),
      };
      const dump = await dumpTables(database.url);
      for (const table of ['users', 'sessions', 'tickets', 'redemptions', 'recovery_codes']) {
        expect(dump).toContain(`${table}\n`);
      }
      expect(dump.length).toBeGreaterThan(10_000);
      expect(leaksIn(dump, planted)).toEqual([]);
    } finally {
      await server.close();
      await others.close();
      await database.drop();
    }
  });
});

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return ''; // the write-ahead log is gone after a clean stop
  }
}
