import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

const messages = [{ role: 'user', content: 'Say hello.' }];

/** Asks as programs at Azure do: the key in a header of its own, the version in the query. */
function ask(path: string, body: object): Promise<Response> {
  return fetch(`${scene.app.url}${path}?api-version=2024-10-21`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': scene.key },
    body: JSON.stringify(body),
  });
}

describe.each(['/openai/deployments', '/openai/v1/deployments', '/v1/deployments', '/deployments'])(
  'a call below %s',
  prefix => {
    it.each([
      ['names no model in its body', { messages }],
      ['names another model in its body', { model: 'gpt-3.5-turbo', messages }],
    ])('is for the deployment when it %s', async (_name, body) => {
      const response = await ask(`${prefix}/gpt-4o-mini/chat/completions`, body);
      expect(response.status).toBe(200);
      await response.text();
      expect(scene.upstream.calls.at(-1)?.model).toBe('gpt-4o-mini');
      const [row] = await scene.consumption(1);
      expect(row).toMatchObject({ model_name: 'gpt-4o-mini' });
    });

    it('is refused in the form of OpenAI', async () => {
      const response = await ask(`${prefix}/no-such-model/chat/completions`, { messages });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('no-such-model') } });
    });
  },
);

it.each(['/openai/v1/chat/completions', '/openai/chat/completions'])('%s takes the model of the body', async path => {
  const response = await ask(path, { model: 'gpt-4o-mini', messages });
  expect(response.status).toBe(200);
  await response.text();
});

it.each(['/openai/models', '/openai/v1/models'])('%s lists the models', async path => {
  const response = await fetch(scene.app.url + path, { headers: { 'api-key': scene.key } });
  const { data } = (await response.json()) as { data: { id: string }[] };
  expect(data.map(({ id }) => id)).toContain('gpt-4o-mini');
});
