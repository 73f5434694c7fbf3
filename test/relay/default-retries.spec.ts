import {
  MOCK_WORDS,
  createMockUpstream,
  failure,
  json,
  sse,
  type Behaviour,
  type MockCall,
  type MockUpstream,
} from '../../apps/mock-upstream/src/index';
import { must } from '../support/clients/factories';
import { freePort } from '../support/servers/free-port';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/**
 * Two channels of one priority under the options as they come: one serves, the other one fails. No call may be lost, in
 * whatever way it fails. Failures that are not asked for elsewhere (400, 408, 504) are no part of this.
 */
let scene: RelayScene;
let failing: MockUpstream;
let failingId: number;

const CALLS = Number(process.env.SLUICE_RETRY_CALLS ?? 300);
const AT_ONCE = 32;
const LOSSES_SHOWN = 4;
/** After so many calls the failing channel is woken, as if its rest were over; otherwise few calls would meet it. */
const WAKE_EVERY = 15;

beforeAll(async () => {
  scene = await startRelayScene();
  failing = await createMockUpstream();
  failingId = await scene.app.make.channel({ base_url: failing.url });
});
afterAll(async () => {
  await scene.expectEvenLedger();
  await scene.close();
  await failing.close();
});
beforeEach(() => {
  failing.reset();
  scene.upstream.reset();
  scene.app.wakeChannels();
});

/** The kinds of calls in turn: whole answers and streams, of the channel's own format and of one that is converted. */
const kinds = [
  { path: '/v1/chat/completions', isStream: false, end: '"finish_reason":"stop"' },
  { path: '/v1/chat/completions', isStream: true, end: '[DONE]' },
  { path: '/v1/messages', isStream: false, end: '"stop_reason":"end_turn"' },
  { path: '/v1/messages', isStream: true, end: 'message_stop' },
] as const;

/** @returns null for a whole answer with 200, else what came instead */
async function lossOf(at: number): Promise<string | null> {
  const { path, isStream, end } = kinds[at % kinds.length]!;
  const response = await scene.post(path, chat({ stream: isStream, max_tokens: 20 }));
  const text = await response.text();
  const isWhole = response.status === 200 && text.includes(MOCK_WORDS[0]) && text.includes(end);
  return isWhole ? null : `${path} ${response.status} ${text.slice(0, 200)}`;
}

async function failedCalls(count: number): Promise<readonly string[]> {
  const lost: string[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const at = next++;
      if (at % WAKE_EVERY === 0) scene.app.wakeChannels();
      const loss = await lossOf(at);
      if (loss !== null) lost.push(loss);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return lost.slice(0, LOSSES_SHOWN);
}

const error = { message: 'our servers are in pain', type: 'server_error' };
const role = JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { role: 'assistant' } }] });
const stop = JSON.stringify({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
});
const mute = { choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }] };

function isStreamed({ body }: MockCall): boolean {
  return (body as { stream?: boolean }).stream === true;
}

/** One behaviour for streams, another one for whole answers. */
function either(stream: Behaviour, whole: Behaviour): (call: MockCall) => Behaviour {
  return call => (isStreamed(call) ? stream : whole);
}
function always(behaviour: Behaviour): (call: MockCall) => Behaviour {
  return () => behaviour;
}

const ways: readonly (readonly [string, (call: MockCall) => Behaviour])[] = [
  ['cuts the connection before it answers', always({ kind: 'reset' })],
  ['sends what is no HTTP', always({ kind: 'garbage' })],
  ['is broken (500)', always(failure(500, error))],
  ['is not available (503)', always(failure(503, error))],
  ['limits the rate (429)', always(failure(429, { message: 'slow down', type: 'requests' }))],
  ['limits the rate for a second', always(failure(429, { message: 'slow down' }, { 'retry-after': '1' }))],
  ['refuses the key (401)', always(failure(401, { message: 'Incorrect API key provided', code: 'invalid_api_key' }))],
  ['wants to be paid (402)', always(failure(402, { message: 'Insufficient Balance', type: 'unknown_error' }))],
  ['has no quota left (403)', always(failure(403, { message: 'no money', code: 'insufficient_quota' }))],
  ['lacks the model (404)', always(failure(404, { message: 'no such model', code: 'model_not_found' }))],
  ['tells its error inside a 200', either(sse([JSON.stringify({ error })]), json({ error }))],
  [
    'breaks off before its first event is whole',
    either(sse([role], { cutAfter: { events: 0, midEvent: true } }), {
      kind: 'wrongLength',
      body: '{"id',
      claimed: 900,
    }),
  ],
  ['sends nothing at all', either(sse([], { terminator: null }), json(''))],
  ['ends its stream without an event', either(sse([]), json(mute))],
  ['ends without having said anything', either(sse([role, stop]), json(mute))],
];

describe('one of two channels loses no call when it', () => {
  it.each(ways)('%s', async (_way, behaviour) => {
    failing.script(behaviour);
    expect(await failedCalls(CALLS)).toEqual([]);
    expect(failing.calls.length).toBeGreaterThan(CALLS / WAKE_EVERY / 2);
  });

  it('cannot be connected to', async () => {
    const before = scene.upstream.calls.length;
    await must(
      scene.app.root.put('/api/channel/', { id: failingId, base_url: `http://127.0.0.1:${await freePort()}` }),
    );
    expect(await failedCalls(CALLS)).toEqual([]);
    expect(scene.upstream.calls.length - before).toBe(CALLS);
  });
});
