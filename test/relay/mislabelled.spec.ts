import { json } from '../../apps/mock-upstream/src/index';
import { otherOf, type RelayScene } from '../support/scenes/relay-scene';
import { callerFormats, streamOf, providerWires, callersOnWires, type WireName } from '../support/fakes/provider-wires';
import { modelsNamed, startWireScene } from '../support/scenes/wire-scene';

let scene: RelayScene;
const modelFor = modelsNamed('mis');
const ANSWER = { words: ['Hel', 'lo'], usage: { prompt: 11, completion: 6 }, finish: 'stop' } as const;

beforeAll(async () => (scene = await startWireScene(modelFor)));
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

function ask(caller: WireName, wire: WireName, isStream: boolean): Promise<Response> {
  const { path, body } = callerFormats[caller];
  return scene.post(path(modelFor(wire), isStream), body(modelFor(wire), isStream));
}

const cases = callersOnWires.flatMap(([caller, wire]) =>
  [true, false].map(isStream => [caller, wire, isStream] as const),
);

/** Whole answers hold the text in one word, streams in two; a stream must have its regular end. */
async function expectHello(response: Response, caller: WireName, isStream: boolean): Promise<void> {
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toMatch(/Hello|"Hel"[^]*"lo"/);
  if (isStream) expect(text).toContain(callerFormats[caller].goodEnd);
  await scene.settled();
  const [row] = await scene.consumption(1);
  expect(row && otherOf(row).usage_source).not.toBe('local');
}

describe('a stream with a wrong content type', () => {
  it.each(cases)('is read for a caller of %s from a provider of %s, stream %p', async (caller, wire, isStream) => {
    const provider = providerWires[wire];
    const type = isStream ? 'text/plain' : 'application/json';
    const answer = streamOf(provider, provider.events(ANSWER), { headers: { 'content-type': type } });
    scene.upstream.script(() => answer);
    await expectHello(await ask(caller, wire, isStream), caller, isStream);
  });
});

describe('a whole answer with the content type of a stream', () => {
  it.each(cases)('is read for a caller of %s from a provider of %s, stream %p', async (caller, wire, isStream) => {
    const headers = { 'content-type': 'text/event-stream' };
    const answer = json(providerWires[wire].whole(ANSWER), { headers });
    scene.upstream.script(() => answer);
    await expectHello(await ask(caller, wire, isStream), caller, isStream);
  });

  it.each(callersOnWires)(
    'is read for a caller of %s from a provider of %s when it is an error',
    async (caller, wire) => {
      const answer = json(providerWires[wire].errorBody, { headers: { 'content-type': 'text/event-stream' } });
      scene.upstream.script(() => answer);
      const response = await ask(caller, wire, true);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(await response.text()).toContain('it broke');
    },
  );
});
