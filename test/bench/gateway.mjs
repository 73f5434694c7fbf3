import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALLOCATOR } from '../../config/scripts/allocator.mjs';
import { startProgram } from './processes.mjs';

/** Starts the server as it is built, by the Node that BENCH_NODE names or by the one that runs the bench. */
function startServer(root, variables) {
  return startProgram(join(root, 'dist/server/main.js'), { ...ALLOCATOR, ...variables }, process.env.BENCH_NODE);
}

/**
 * A real Sluice with a channel per form of upstream and one key, on a SQLite file of its own (or DATABASE_URL), accounting
 * and log on. With `pacedUrl` it has a channel for `gpt-4o` there, too. `startAgain` starts a further process with the same
 * variables, changed as asked; `stop` stops the first and forgets its directory.
 */
export async function startGateway(root, upstreamUrl, environment = {}, pacedUrl = undefined) {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const own = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: directory, LOG_LEVEL: 'warn', WORKERS: '1' };
  const variables = { ...own, ...environment };
  const program = await startServer(root, variables);
  const key = await prepareKey(program.url, channelsOf(upstreamUrl, pacedUrl));
  return {
    ...program,
    key,
    directory,
    pause: program.stop,
    startAgain: (changes = {}) => startServer(root, { ...variables, ...changes }),
    stop: async () => {
      await program.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function prepareKey(url, channels) {
  const headers = await signIn(url);
  for (const channel of channels) await call(url, 'POST', '/api/channel/', channel, headers);
  return (await addKey(url, headers, 'bench')).key;
}

/** A further key of whoever signed in, without limits: `{id, key}`. @param fields that differ */
export async function addKey(url, headers, name, fields = {}) {
  const token = {
    name,
    remain_quota: 0,
    unlimited_quota: true,
    expired_time: -1,
    model_limits_enabled: false,
    model_limits: '',
    group: 'default',
    ...fields,
  };
  await call(url, 'POST', '/api/token/', token, headers);
  const { data } = await call(url, 'GET', '/api/token/?p=0&size=10', undefined, headers);
  const { id, key } = data.find(row => row.name === name);
  return { id, key: `sk-${key}` };
}

/** OpenAI itself, an address that knows chat completions and nothing else, and Anthropic. */
function channelsOf(upstreamUrl, pacedUrl) {
  const shared = { key: 'sk-up', group: 'default', base_url: upstreamUrl };
  return [
    { ...shared, type: 1, name: 'bench', models: 'gpt-4o-mini' },
    { ...shared, type: 8, name: 'bench-chat', models: 'gpt-4.1-mini', base_url: `${upstreamUrl}/v1/chat/completions` },
    { ...shared, type: 14, name: 'bench-messages', models: 'claude-sonnet-4-5' },
    ...(pacedUrl ? [{ ...shared, type: 1, name: 'bench-paced', models: 'gpt-4o', base_url: pacedUrl }] : []),
  ];
}

/** What somebody, root unless named, sends along once signed in. */
export async function signIn(url, username = 'root', password = '123456') {
  const { cookie, data } = await call(url, 'POST', '/api/user/login', { username, password });
  return { cookie, 'new-api-user': String(data.id) };
}

/** One call of the console, which has to succeed. */
export async function call(url, method, path, body, headers = {}) {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  const answer = JSON.parse(text);
  if (!answer.success) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  const cookie = response.headers
    .getSetCookie()
    .map(value => value.split(';', 1)[0])
    .join('; ');
  return { data: answer.data, cookie, bytes: text.length };
}
