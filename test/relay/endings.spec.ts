import { type LogEntry, type Page } from '@contracts';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { otherOf, recomputed, type RelayScene } from '../support/scenes/relay-scene';
import {
  behaviourOf,
  callerFormats,
  streamOf,
  providerWires,
  wires,
  callersOnWires,
  type ProviderWire,
  type WireAnswer,
  type WireName,
} from '../support/fakes/provider-wires';
import { modelsNamed, startWireScene } from '../support/scenes/wire-scene';
import { json } from '../../apps/mock-upstream/src/index';

let scene: RelayScene;
let before: { quota: number };

/** Ratio 1, completion ratio 4: a token of the prompt is one unit, one of the answer four. */
const modelFor = modelsNamed('end');
const WORDS = ['The quick', ' brown', ' fox'] as const;
const REPORTED: WireAnswer = { words: WORDS, usage: { prompt: 11, completion: 6 }, finish: 'stop' };
const REPORTED_UNITS = 11 + 6 * 4;
const SILENT: WireAnswer = { ...REPORTED, usage: null };
/** `The quick brown fox` has four tokens. */
const COUNTED_ANSWER_UNITS = 4 * 4;

beforeAll(async () => {
  const environment = { STREAM_IDLE_TIMEOUT_SECONDS: '1', STREAM_HEARTBEAT_SECONDS: '0' };
  scene = await startWireScene(modelFor, { environment });
  const models = wires.map(modelFor);
  await scene.app.make.option('CompletionRatio', JSON.stringify(Object.fromEntries(models.map(model => [model, 4]))));
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  await scene.settled();
  before = await scene.balance();
});
/** Whatever happened, no reservation stays open, and the ledger is consistent. */
afterEach(() => scene.expectEvenLedger());

const cases = callersOnWires.flatMap(([caller, wire]) =>
  [true, false].map(isStream => [caller, wire, isStream] as const),
);

function ask(caller: WireName, wire: WireName, isStream: boolean, signal?: AbortSignal): Promise<Response> {
  const { path, body } = callerFormats[caller];
  const model = modelFor(wire);
  return fetch(scene.app.url + path(model, isStream), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.key}` },
    body: JSON.stringify(body(model, isStream)),
    ...(signal && { signal }),
  });
}

/** The charge of the last call; every charge has a row from which it can be computed again. */
async function charged(): Promise<number> {
  await scene.settled();
  return before.quota - (await scene.balance()).quota;
}

let rows = 0;
async function nextRow() {
  await scene.settled();
  const page = await eventually(
    () => must(scene.owner.get<Page<LogEntry>>('/api/log/self/?p=1&page_size=1&type=2')),
    ({ total }) => total > rows,
  );
  rows = page.total;
  const [row] = page.items;
  if (!row) throw new Error('no row');
  expect(recomputed(row)).toBe(row.quota);
  return row;
}

/** Every call is for one model, so the mock can choose its response by time only. */
function serve(behaviour: ReturnType<typeof json>) {
  return scene.upstream.script(() => behaviour);
}

describe.each(cases)('%s caller, %s upstream, stream %s', (caller, wire, isStream) => {
  const provider: ProviderWire = providerWires[wire];
  const own = callerFormats[caller];

  it('done with usage: the usage that the upstream reported is billed', async () => {
    serve(behaviourOf(provider, REPORTED, isStream) as never);
    const response = await ask(caller, wire, isStream);
    const text = await response.text();
    expect({ status: response.status, text }).toMatchObject({ status: 200 });
    if (isStream) expect(text).toContain(own.goodEnd);
    expect(text.replace(/"[,}\]].*?"(text|content|delta)":"/gs, '')).toContain('quick');
    expect(await charged()).toBe(REPORTED_UNITS);
    expect(await nextRow()).toMatchObject({ prompt_tokens: 11, completion_tokens: 6, quota: REPORTED_UNITS });
  });

  it('done without usage: the gateway’s count is billed', async () => {
    serve(behaviourOf(provider, SILENT, isStream) as never);
    await (await ask(caller, wire, isStream)).text();
    const row = await nextRow();
    expect(row).toMatchObject({ completion_tokens: 4 });
    expect(row.prompt_tokens).toBeGreaterThan(2);
    expect(row.prompt_tokens).toBeLessThan(30);
    expect(await charged()).toBe(row.prompt_tokens + COUNTED_ANSWER_UNITS);
    expect(otherOf(row).usage_source).toBe('local');
  });

  it('incomplete for its length: billed as reported, and reported to the caller', async () => {
    serve(behaviourOf(provider, { ...REPORTED, finish: 'length' }, isStream) as never);
    const text = await (await ask(caller, wire, isStream)).text();
    expect(text).toMatch(/"(length|max_tokens|MAX_TOKENS|max_output_tokens)"/);
    expect(await charged()).toBe(REPORTED_UNITS);
    await nextRow();
  });

  it('refused by the model: billed as reported, and reported to the caller', async () => {
    serve(behaviourOf(provider, { ...REPORTED, finish: 'filter' }, isStream) as never);
    const text = await (await ask(caller, wire, isStream)).text();
    expect(text).toMatch(/"(content_filter|refusal|SAFETY)"/);
    expect(await charged()).toBe(REPORTED_UNITS);
    await nextRow();
  });

  it('an error in a 200: nothing is billed, and the caller gets one error in its format', async () => {
    serve(json(provider.errorBody) as never);
    const response = await ask(caller, wire, isStream);
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(Object.keys((await response.json()) as object)).toContain('error');
    expect(await charged()).toBe(0);
  });

  it('an error before the first word: nothing is billed, and the caller gets one error with its status', async () => {
    serve(json({ error: { message: 'no such thing', type: 'invalid_request_error' } }, { status: 400 }) as never);
    const response = await ask(caller, wire, isStream);
    expect(response.status).toBe(400);
    const body = (await response.json()) as { error: object; type?: string };
    expect(body.type).toBe(caller === 'anthropic' ? 'error' : undefined);
    expect(await charged()).toBe(0);
  });
});

describe('a provider that reports the prompt first and the answer last', () => {
  it('has its prompt count billed when the caller leaves; the words so far are counted', async () => {
    const provider = providerWires.anthropic;
    const events = provider.events(REPORTED);
    for (const caller of ['anthropic', 'openai'] as const) {
      scene.upstream.reset();
      before = await scene.balance();
      serve(streamOf(provider, events, { hangAfterEvents: provider.eventsBeforeWords + 3 }) as never);
      const abort = new AbortController();
      const response = await ask(caller, 'anthropic', true, abort.signal);
      const reader = response.body!.getReader();
      let seen = '';
      while (!seen.includes('fox')) seen += Buffer.from((await reader.read()).value ?? []).toString('utf8');
      abort.abort();
      await scene.upstream.waitForClose(scene.upstream.calls[0]!, 4000);
      expect(await nextRow()).toMatchObject({ prompt_tokens: 11, completion_tokens: 4 });
      expect(await charged()).toBe(11 + COUNTED_ANSWER_UNITS);
    }
  });
});

describe.each(callersOnWires)('%s caller, %s upstream, a stream that does not end well', (caller, wire) => {
  const provider: ProviderWire = providerWires[wire];
  const own = callerFormats[caller];
  const events = provider.events(SILENT);
  const afterTwoWords = provider.eventsBeforeWords + 2;

  it('upstream cut in mid-answer: without usage nothing is billed; an error event and no regular end', async () => {
    serve(streamOf(provider, events, { cutAfter: { events: afterTwoWords }, delayPerEventMs: 5 }) as never);
    const text = await (await ask(caller, wire, true)).text();
    expect(text).toContain('quick');
    expect(text).toContain(own.failure);
    expect(text).not.toContain(own.goodEnd);
    expect(await charged()).toBe(0);
    await nextRow();
  });

  it('an error event after some words: without usage nothing is billed; an error event and no regular end', async () => {
    const broken = [...events.slice(0, afterTwoWords), provider.errorEvent];
    serve(
      streamOf(provider, broken, { terminator: null, delayPerEventMs: 5, eventNameOf: eventName(provider) }) as never,
    );
    const text = await (await ask(caller, wire, true)).text();
    expect(text).toContain('quick');
    expect(text).toContain('it broke');
    expect(text).not.toContain(own.goodEnd);
    expect(await charged()).toBe(0);
    await nextRow();
  });

  it('the caller leaves before the first byte: nothing is billed', async () => {
    serve(streamOf(provider, events, { delayMs: 5000 }) as never);
    const abort = new AbortController();
    const asked = ask(caller, wire, true, abort.signal);
    await scene.upstream.waitForCalls(1);
    abort.abort();
    await expect(asked).rejects.toThrow();
    await scene.upstream.waitForClose(scene.upstream.calls[0]!, 4000);
    expect(await charged()).toBe(0);
  });

  it('the caller leaves in mid-answer: the prompt and the words so far are billed', async () => {
    serve(streamOf(provider, events, { hangAfterEvents: afterTwoWords }) as never);
    const abort = new AbortController();
    const response = await ask(caller, wire, true, abort.signal);
    const reader = response.body!.getReader();
    let seen = '';
    while (!seen.includes('brown')) {
      const { value } = await reader.read();
      seen += Buffer.from(value ?? []).toString('utf8');
    }
    abort.abort();
    await scene.upstream.waitForClose(scene.upstream.calls[0]!, 4000);
    const row = await nextRow();
    expect(row.completion_tokens).toBeGreaterThanOrEqual(3);
    expect(row.completion_tokens).toBeLessThanOrEqual(4);
    const reported = otherOf(row).usage_source !== 'local';
    expect(reported).toBe(false);
    expect(await charged()).toBe(row.prompt_tokens + row.completion_tokens * 4);
  });
});

function eventName(provider: ProviderWire) {
  return (payload: string) => provider.eventNameOf?.(payload) ?? '';
}
