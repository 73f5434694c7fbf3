import { json, sse, type Behaviour } from '../../apps/mock-upstream/src/index';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import { callerFormats, providerWires, type WireName } from '../support/fakes/provider-wires';

const MODEL = 'empty-gemini';
const GOOD = { words: ['said ', 'at last'], usage: { prompt: 11, completion: 6 }, finish: 'stop' } as const;
const usageMetadata = { promptTokenCount: 11, totalTokenCount: 11 };

function empty(finishReason: string) {
  return { candidates: [{ finishReason, index: 0 }], usageMetadata };
}

const noParts = { candidates: [{ content: { role: 'model' }, finishReason: 'STOP', index: 0 }], usageMetadata };
const EMPTY_ANSWERS = {
  'STOP without parts': [noParts],
  MALFORMED_FUNCTION_CALL: [empty('MALFORMED_FUNCTION_CALL')],
  'usage first, then STOP': [{ usageMetadata }, noParts],
} as const;

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.option('ModelRatio', JSON.stringify({ [MODEL]: 1 }));
  await scene.app.make.option('RetryTimes', '1');
  const { url } = scene.upstream;
  await scene.app.make.channel({ type: 24, base_url: url, models: MODEL, priority: 10 });
  await scene.app.make.channel({ type: 24, base_url: url, models: MODEL });
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

function ask(caller: WireName, isStream: boolean): Promise<Response> {
  const { path, body } = callerFormats[caller];
  return scene.post(path(MODEL, isStream), body(MODEL, isStream));
}

function behaviour(payloads: readonly unknown[], isStream: boolean): Behaviour {
  return isStream
    ? sse(
        payloads.map(payload => JSON.stringify(payload)),
        { terminator: null, delayPerEventMs: 5 },
      )
    : json(payloads.at(-1));
}

function good(isStream: boolean): Behaviour {
  return isStream
    ? sse(providerWires.gemini.events(GOOD), { terminator: null })
    : json(providerWires.gemini.whole(GOOD));
}

/** The first call gets the empty answer, every later call the other one. */
function script(first: Behaviour, later: Behaviour): void {
  let calls = 0;
  scene.upstream.script(() => (calls++ === 0 ? first : later));
}

const callers = ['gemini', 'openai', 'anthropic', 'responses'] as const;
const cases = callers.flatMap(caller => [true, false].map(isStream => [caller, isStream] as const));

describe.each(cases)('a Gemini answer without content, %s caller, stream %s', (caller, isStream) => {
  it.each(Object.entries(EMPTY_ANSWERS))('makes the relay try another channel: %s', async (_name, payloads) => {
    script(behaviour(payloads, isStream), good(isStream));
    const response = await ask(caller, isStream);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('at last');
    expect(scene.upstream.calls).toHaveLength(2);
    await scene.settled();
  });

  it('is an error when every channel gives one, and costs nothing', async () => {
    const before = await scene.balance();
    const answer = behaviour([noParts], isStream);
    script(answer, answer);
    const response = await ask(caller, isStream);
    expect(response.status).toBe(502);
    expect(await response.text()).toContain('without saying anything');
    expect(scene.upstream.calls).toHaveLength(2);
    await scene.settled();
    expect((await scene.balance()).quota).toBe(before.quota);
  });

  it.each(['MAX_TOKENS', 'SAFETY'])('that ended for %s is passed on as an answer', async reason => {
    script(behaviour([empty(reason)], isStream), good(isStream));
    const response = await ask(caller, isStream);
    expect(response.status).toBe(200);
    await response.text();
    expect(scene.upstream.calls).toHaveLength(1);
    await scene.settled();
  });
});
