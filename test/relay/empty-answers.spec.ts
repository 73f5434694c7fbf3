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

describe('an answer without content of any other provider', () => {
  const model = 'empty-openai';
  const usageOf = (completion: number) => ({
    prompt_tokens: 5,
    completion_tokens: completion,
    total_tokens: 5 + completion,
  });
  const wholeOf = (usage: object | undefined) => ({
    ...chatObject('chat.completion', { message: { role: 'assistant', content: '' }, finish_reason: 'stop' }),
    ...(usage && { usage }),
  });
  const eventsOf = (usage: object | undefined) => [
    JSON.stringify(chatObject('chat.completion.chunk', { delta: { role: 'assistant', content: '' } })),
    JSON.stringify(chatObject('chat.completion.chunk', { delta: {}, finish_reason: 'stop' })),
    ...(usage ? [JSON.stringify({ ...chatObject('chat.completion.chunk', null), usage })] : []),
  ];

  function chatObject(object: string, choice: object | null): object {
    return { id: 'c', object, created: 1, model, choices: choice ? [{ index: 0, ...choice }] : [] };
  }

  function nothing(usage: object | undefined, isStream: boolean): Behaviour {
    return isStream ? sse(eventsOf(usage), { delayPerEventMs: 5 }) : json(wholeOf(usage));
  }

  const said = (isStream: boolean) =>
    isStream ? sse(providerWires.openai.events(GOOD)) : json(providerWires.openai.whole(GOOD));

  beforeAll(async () => {
    await scene.app.make.option('ModelRatio', JSON.stringify({ [MODEL]: 1, [model]: 1 }));
    const { url } = scene.upstream;
    await scene.app.make.channel({ base_url: url, models: model, priority: 10 });
    await scene.app.make.channel({ base_url: url, models: model });
  });

  const askOther = (caller: WireName, isStream: boolean) => {
    const { path, body } = callerFormats[caller];
    return scene.post(path(model, isStream), body(model, isStream));
  };

  const chats = (['openai', 'anthropic', 'gemini'] as const).flatMap(caller =>
    [true, false].map(isStream => [caller, isStream] as const),
  );

  it.each(chats)(
    'makes the relay try another channel when no tokens were counted: %s, stream %s',
    async (caller, isStream) => {
      for (const usage of [undefined, usageOf(0)]) {
        scene.upstream.reset();
        script(nothing(usage, isStream), said(isStream));
        const response = await askOther(caller, isStream);
        expect(response.status).toBe(200);
        expect(await response.text()).toContain('at last');
        expect(scene.upstream.calls).toHaveLength(2);
      }
    },
  );

  it.each(chats)(
    'is passed on when tokens were counted, since the model had nothing to say: %s, stream %s',
    async (caller, isStream) => {
      script(nothing(usageOf(2), isStream), said(isStream));
      const response = await askOther(caller, isStream);
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain('at last');
      expect(scene.upstream.calls).toHaveLength(1);
      await scene.settled();
    },
  );
});
