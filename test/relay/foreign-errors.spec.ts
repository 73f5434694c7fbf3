import { sse } from '../../apps/mock-upstream/src/index';
import { otherOf, type RelayScene } from '../support/scenes/relay-scene';
import { callerFormats, providerWires } from '../support/fakes/provider-wires';
import { modelsNamed, startWireScene } from '../support/scenes/wire-scene';

const ANSWER = { words: ['half ', 'an ', 'answer'], usage: null, finish: 'stop' } as const;
const FORMS = {
  openai: JSON.stringify({ error: { message: 'it broke', type: 'server_error', param: null, code: null } }),
  text: JSON.stringify({ error: 'it broke' }),
  bare: JSON.stringify({ object: 'error', message: 'it broke', type: 'BadRequestError', code: 400 }),
  google: JSON.stringify({ error: { code: 500, message: 'it broke', status: 'INTERNAL' } }),
} as const;
const modelFor = modelsNamed('foreign');
const wires = ['anthropic', 'gemini', 'responses', 'openai'] as const;

let scene: RelayScene;
beforeAll(async () => (scene = await startWireScene(modelFor)));
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

describe.each(wires)('a passed stream of %s', wire => {
  it.each(Object.entries(FORMS))(
    'reports an error in the form of %s as its clients expect it',
    async (_form, error) => {
      const provider = providerWires[wire];
      const { eventNameOf } = provider;
      const events = [...provider.events(ANSWER).slice(0, provider.eventsBeforeWords + 2), error];
      const nameOf = (payload: string) => (payload === error ? '' : (eventNameOf?.(payload) ?? ''));
      scene.upstream.script(() => sse(events, { terminator: null, eventNameOf: nameOf, delayPerEventMs: 5 }));
      const { path, body, failure, goodEnd } = callerFormats[wire];
      const text = await (await scene.post(path(modelFor(wire), true), body(modelFor(wire), true))).text();
      expect(text).toContain('half ');
      expect(text).toContain('it broke');
      expect(text).toContain(failure);
      expect(text).not.toContain(goodEnd);
      expect(text.match(/it broke/g)).toHaveLength(1);
      await scene.settled();
      const [row] = await scene.consumption(1);
      expect(row && otherOf(row).problem).toBe('it broke');
      expect(row?.quota).toBe(0);
    },
  );
});
