import { ApiError, GoogleGenAI } from '@google/genai';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

/** The forms of the official client, and what it puts before the name of a model. */
const forms = [
  ['v1beta', {}, 'models/'],
  ['v1alpha', { apiVersion: 'v1alpha' }, 'models/'],
  ['v1beta1 of Vertex AI', { vertexai: true }, 'publishers/google/models/'],
  ['v1 of Vertex AI', { vertexai: true, apiVersion: 'v1' }, 'publishers/google/models/'],
] as const;

describe.each(forms)('@google/genai at %s', (_version, options, prefix) => {
  const open = (apiKey: string) => new GoogleGenAI({ apiKey, ...options, httpOptions: { baseUrl: scene.app.url } });

  it('counts tokens', async () => {
    const { totalTokens } = await open(scene.key).models.countTokens({ model: 'gpt-4o-mini', contents: 'Say hello.' });
    expect(totalTokens).toBeGreaterThan(0);
  });

  it('lists the models and finds one of them', async () => {
    const { models } = open(scene.key);
    const names: (string | undefined)[] = [];
    for await (const { name } of await models.list()) names.push(name);
    expect(names).toContain(`${prefix}gpt-4o-mini`);
    expect(await models.get({ model: 'gpt-4o-mini' })).toMatchObject({ name: `${prefix}gpt-4o-mini` });
  });

  it('is told in its own form that a model or a key is unknown', async () => {
    const unknown: unknown = await open(scene.key)
      .models.get({ model: 'nobody' })
      .catch((error: unknown) => error);
    expect([unknown, (unknown as ApiError).status]).toEqual([expect.any(ApiError), 404]);
    const refused: unknown = await open('sk-nobody')
      .models.countTokens({ model: 'gpt-4o-mini', contents: 'Say hello.' })
      .catch((error: unknown) => error);
    expect([refused, (refused as ApiError).status]).toEqual([expect.any(ApiError), 401]);
    expect(JSON.parse((refused as ApiError).message)).toMatchObject({ error: { code: 401 } });
  });
});
