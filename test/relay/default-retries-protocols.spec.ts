import {
  MOCK_WORDS,
  anthropicEvents,
  anthropicFailure,
  answerAnthropic,
  answerGemini,
  createMockUpstream,
  geminiFailure,
  json,
  sse,
  type Behaviour,
  type MockCall,
  type MockUpstream,
} from '../../apps/mock-upstream/src/index';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** Like `default-retries`, for the failures that Anthropic and Gemini tell in words of their own. */
let scene: RelayScene;
let failing: MockUpstream;

const CALLS = Number(process.env.SLUICE_RETRY_CALLS ?? 200);
const AT_ONCE = 32;
const WAKE_EVERY = 10;
const CLAUDE = 'claude-haiku-4-5-20251001';
const GEMINI = 'gemini-2.5-flash';

beforeAll(async () => {
  scene = await startRelayScene();
  failing = await createMockUpstream();
  for (const { url } of [scene.upstream, failing]) {
    await scene.app.make.channel({ type: 14, base_url: url, models: CLAUDE });
    await scene.app.make.channel({ type: 24, base_url: url, models: GEMINI });
  }
});
afterAll(async () => {
  await scene.expectEvenLedger();
  await scene.close();
  await failing.close();
});
beforeEach(() => {
  failing.reset();
  scene.upstream.reset();
  scene.upstream.script(answerAnthropic);
  scene.upstream.script(answerGemini);
  scene.app.wakeChannels();
});

/** @returns what came in place of a whole answer with 200, for each call that was lost */
async function failedCalls(count: number, model: string): Promise<readonly string[]> {
  const lost: string[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const at = next++;
      if (at % WAKE_EVERY === 0) scene.app.wakeChannels();
      const path = at % 4 < 2 ? '/v1/chat/completions' : '/v1/messages';
      const response = await scene.post(path, chat({ model, stream: at % 2 === 0, max_tokens: 20 }));
      const text = await response.text();
      const isWhole = response.status === 200 && text.includes(MOCK_WORDS[0]) && text.includes('stop');
      if (!isWhole) lost.push(`${path} ${response.status} ${text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return lost.slice(0, 4);
}

function isStreamed({ path, body }: MockCall): boolean {
  return path.includes('stream') || (body as { stream?: boolean }).stream === true;
}

const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
const nothingSaid = {
  candidates: [{ content: { role: 'model' }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 11, totalTokenCount: 11 },
};
function eventNameOf(payload: string): string {
  return String((JSON.parse(payload) as { type: string }).type);
}

function claudeStream(events: readonly string[], isCut: boolean): Behaviour {
  return sse(events, { terminator: null, eventNameOf, ...(isCut && { cutAfter: { events: events.length } }) });
}
const begun = anthropicEvents({ model: CLAUDE, toolName: null, isThinking: false }).slice(0, 2);

const ways: readonly (readonly [string, string, (call: MockCall) => Behaviour])[] = [
  ['is overloaded (529)', CLAUDE, () => anthropicFailure(529, 'overloaded_error', 'Overloaded')],
  ['is broken (500)', CLAUDE, () => anthropicFailure(500, 'api_error', 'Internal server error')],
  ['limits the rate (429)', CLAUDE, () => anthropicFailure(429, 'rate_limit_error', 'This request would exceed')],
  ['refuses the key (401)', CLAUDE, () => anthropicFailure(401, 'authentication_error', 'invalid x-api-key')],
  ['lacks the model (404)', CLAUDE, () => anthropicFailure(404, 'not_found_error', `model: ${CLAUDE}`)],
  [
    'has no credit left (400)',
    CLAUDE,
    () => anthropicFailure(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
  ],
  [
    'is overloaded inside a 200',
    CLAUDE,
    call => (isStreamed(call) ? claudeStream([JSON.stringify(overloaded)], false) : json(overloaded)),
  ],
  [
    'breaks off between its first event and its first word',
    CLAUDE,
    call => (isStreamed(call) ? claudeStream(begun, true) : { kind: 'reset' }),
  ],
  ['is overloaded (503)', GEMINI, () => geminiFailure(503, 'UNAVAILABLE', 'The model is overloaded.')],
  ['has no quota left (429)', GEMINI, () => geminiFailure(429, 'RESOURCE_EXHAUSTED', 'You exceeded your quota')],
  ['refuses the key (400)', GEMINI, () => geminiFailure(400, 'INVALID_ARGUMENT', 'API key not valid.')],
  ['forbids the project (403)', GEMINI, () => geminiFailure(403, 'PERMISSION_DENIED', 'The caller does not have')],
  ['lacks the model (404)', GEMINI, () => geminiFailure(404, 'NOT_FOUND', 'models/x is not found')],
  [
    'says nothing',
    GEMINI,
    call => (isStreamed(call) ? sse([JSON.stringify(nothingSaid)], { terminator: null }) : json(nothingSaid)),
  ],
];

it.each(ways)('one of two channels that %s loses no call of %s', async (_way, model, behaviour) => {
  failing.script(behaviour);
  expect(await failedCalls(CALLS, model)).toEqual([]);
  expect(failing.calls.length).toBeGreaterThan(CALLS / WAKE_EVERY / 2);
});
