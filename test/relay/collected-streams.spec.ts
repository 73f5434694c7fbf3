import { otherOf, type RelayScene } from '../support/scenes/relay-scene';
import { callerFormats, providerWires, streamOf, wires, type WireName } from '../support/fakes/provider-wires';
import { modelsNamed, startWireScene } from '../support/scenes/wire-scene';

const ANSWER = { words: ['Hel', 'lo'], usage: { prompt: 11, completion: 6 }, finish: 'stop' } as const;
const modelFor = modelsNamed('collect');

let scene: RelayScene;
beforeAll(async () => (scene = await startWireScene(modelFor)));
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

interface Event {
  readonly message?: object;
  readonly response?: object;
}

/** The event with a field that no format knows, in the object that is a part of the answer. */
function withOwnField(payload: string): string {
  const event = JSON.parse(payload) as Event;
  const { message, response } = event;
  const own = { provider_note: 'kept' };
  if (message) return JSON.stringify({ ...event, message: { ...message, ...own } });
  return JSON.stringify(response ? { ...event, response: { ...response, ...own } } : { ...event, ...own });
}

/** Asks for JSON. */
function ask(wire: WireName): Promise<Response> {
  const { path, body } = callerFormats[wire];
  return scene.post(path(modelFor(wire), false), body(modelFor(wire), false));
}

describe.each(wires)('a stream of %s for a caller of the same format who asked for JSON', wire => {
  const provider = providerWires[wire];
  const events = provider.events(ANSWER);

  it('becomes one answer with every field that the provider has added', async () => {
    const answer = streamOf(provider, events.map(withOwnField));
    scene.upstream.script(() => answer);
    const response = await ask(wire);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    const body = (await response.json()) as object;
    expect(body).toMatchObject({ provider_note: 'kept' });
    expect(JSON.stringify(body)).toContain('"Hello"');
    await scene.settled();
    const [row] = await scene.consumption(1);
    expect(row && otherOf(row).usage_source).not.toBe('local');
    expect(row).toMatchObject({ prompt_tokens: 11, completion_tokens: 6 });
  });

  it('is no answer when it ends in an error', async () => {
    const answer = streamOf(provider, [...events.slice(0, provider.eventsBeforeWords + 1), provider.errorEvent]);
    scene.upstream.script(() => answer);
    const response = await ask(wire);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.text()).toContain('it broke');
  });

  it('is no answer when it stops before its end', async () => {
    const answer = streamOf(provider, events.slice(0, provider.eventsBeforeWords + 1), { terminator: null });
    scene.upstream.script(() => answer);
    const response = await ask(wire);
    expect(response.status).toBeGreaterThanOrEqual(500);
  });
});
