import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** One upstream for both providers; it remembers its requests and responds in the format of the path. */
const asked: { readonly url: string; readonly body: string }[] = [];
let upstream: Server;
let scene: RelayScene;

const ANSWERS: Readonly<Record<string, object>> = {
  '/v1/responses': {
    id: 'resp_2',
    object: 'response',
    status: 'completed',
    model: 'gpt-5',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Native.' }] }],
    usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
  },
  '/v1/chat/completions': {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'moonshot-v1-8k',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Converted.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  },
};

beforeAll(async () => {
  upstream = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString('utf8')));
    request.on('end', () => {
      const url = request.url ?? '';
      asked.push({ url, body });
      const answer = ANSWERS[url];
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { error: { message: 'no such path' } }));
    });
  });
  await new Promise<void>(resolve => upstream.listen(0, '127.0.0.1', resolve));
  const base_url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  scene = await startRelayScene();
  await scene.app.make.option('RetryTimes', 1);
  await scene.app.make.channel({ type: 25, base_url, models: 'moonshot-v1-8k,gpt-5', priority: 10 });
  await scene.app.make.channel({ type: 1, base_url, models: 'gpt-5', priority: 0 });
});
afterAll(async () => {
  await scene.close();
  upstream.closeAllConnections();
  await new Promise<void>(resolve => upstream.close(() => resolve()));
});
beforeEach(() => asked.splice(0));

function ask(model: string, fields: object = {}): Promise<Response> {
  return scene.post('/v1/responses', { model, input: 'And then?', ...fields });
}

it('converts a Responses call that is complete in itself', async () => {
  const answer = (await (await ask('moonshot-v1-8k')).json()) as { output: object[]; status: string };
  expect(answer.status).toBe('completed');
  expect(JSON.stringify(answer.output)).toContain('Converted.');
  expect(asked.map(({ url }) => url)).toEqual(['/v1/chat/completions']);
});

it('refuses one that relies on an earlier response, when no channel has stored it', async () => {
  const response = await ask('moonshot-v1-8k', { previous_response_id: 'resp_1' });
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { code: string; param: string; message: string } };
  expect(error).toMatchObject({ code: 'previous_response_not_found', param: 'previous_response_id' });
  expect(error.message).toContain('send the whole conversation in input');
  expect(asked).toEqual([]);
});

it('finds the channel of the same format, and gives it the bytes', async () => {
  const response = await ask('gpt-5', { previous_response_id: 'resp_1' });
  expect(await response.text()).toContain('Native.');
  expect(asked.map(({ url }) => url)).toEqual(['/v1/responses']);
  expect(asked[0]?.body).toContain('"previous_response_id":"resp_1"');
});
