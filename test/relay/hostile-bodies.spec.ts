import { json } from '../../apps/mock-upstream/src/index';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import { callerFormats, providerWires, callers, type WireName } from '../support/fakes/provider-wires';

let scene: RelayScene;
/** `yi-large` gets requests in the chat format, `claude-sonnet-4-5` in Anthropic's. */
const models = { 31: 'yi-large', 14: 'claude-sonnet-4-5' } as const;

beforeAll(async () => {
  scene = await startRelayScene();
  for (const [type, name] of Object.entries(models)) {
    await scene.app.make.channel({ type: Number(type), base_url: scene.upstream.url, models: name });
  }
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

function nested(levels: number): string {
  return '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
}

const pairs = callers.flatMap(caller => Object.values(models).map(model => [caller, model] as const));

/** The error in the form in which callers of each format find it. */
const refusals = {
  openai: { error: { type: 'invalid_request_error' } },
  responses: { error: { type: 'invalid_request_error' } },
  anthropic: { type: 'error', error: { type: 'invalid_request_error' } },
  gemini: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
} as const;

describe('a body that is nested too deeply', () => {
  it.each(pairs)('is the fault of a caller of %s, not of the channel of %s', async (caller, model) => {
    const { path, body } = callerFormats[caller];
    const text = JSON.stringify({ ...body(model, false), metadata: 'deep' }).replace('"deep"', nested(20_000));
    const response = await scene.post(path(model, false), text);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject(refusals[caller]);
    expect(scene.upstream.calls).toHaveLength(0);
  });

  it('is accepted with as many levels as schemas ever need', async () => {
    const parameters = JSON.parse(nested(400)) as object;
    const { path, body } = callerFormats.anthropic;
    const response = await scene.post(path(), {
      ...body('yi-large', false),
      tools: [{ name: 'f', input_schema: parameters }],
    });
    expect(response.status).toBe(200);
  });
});

describe('a call without any content', () => {
  const empty: Readonly<Record<WireName, (content: unknown) => object>> = {
    openai: content => ({ messages: [{ role: 'user', content }] }),
    anthropic: content => ({ max_tokens: 5, messages: [{ role: 'user', content }] }),
    gemini: content => ({ contents: [{ role: 'user', parts: content }] }),
    responses: content => ({ input: [{ role: 'user', content }] }),
  };
  /** When bytes pass unchanged, the provider decides; everything else is converted. */
  const converted = pairs.filter(
    ([caller, model]) =>
      !(caller === 'openai' && model === 'yi-large') && !(caller === 'anthropic' && model !== 'yi-large'),
  );
  const contents = [null, 5, '', [], [[['x']]]];
  const cases = converted.flatMap(([caller, model]) => contents.map(content => [caller, model, content] as const));

  it.each(cases)('from a caller of %s for %s with the content %j is refused', async (caller, model, content) => {
    const response = await scene.post(callerFormats[caller].path(model, false), { model, ...empty[caller](content) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject(refusals[caller]);
    expect(scene.upstream.calls).toHaveLength(0);
  });

  it.each([5, true, [5], [{}], 'tools'])(
    'with the contents %j of a Gemini caller has its dropped fields named, or is refused',
    async value => {
      scene.upstream.onModel(
        'yi-large',
        json(providerWires.openai.whole({ words: ['a'], usage: null, finish: 'stop' })),
      );
      const body = value === 'tools' ? { ...callerFormats.gemini.body(), tools: 'x' } : { contents: value };
      const response = await scene.post(callerFormats.gemini.path('yi-large', false), body);
      const dropped = response.headers.get('x-sluice-dropped') ?? '';
      expect([response.status, dropped]).toEqual(value === 'tools' ? [200, 'tools'] : [400, '']);
    },
  );
});
