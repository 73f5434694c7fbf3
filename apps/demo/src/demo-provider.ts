import {
  answerAnthropic,
  answerGemini,
  answerOpenAi,
  createMockUpstream,
  failure,
  MOCK_WORDS,
  type Behaviour,
  type MockCall,
  type MockUpstream,
} from '../../mock-upstream/src/index';
import { Chance } from './chance';
import { LOST_KEY, TROUBLED_KEY } from './demo-facts';

const ANSWER =
  'This is an answer of the simulated provider. A real channel would ask a real model here, and everything else is as you see it: the stream, the tokens, the price and the row in the log.';

const WORDS = ANSWER.split(/(?<= )/);
/** The share of calls that the channel in trouble does not answer. */
const TROUBLE = 0.3;
/** The mock keeps what it was asked; so many calls at most. */
const CALLS_KEPT = 2000;
/** The names of the counts in the three wire formats. */
const PROMPT = new Set(['prompt_tokens', 'input_tokens', 'promptTokenCount']);
const COMPLETION = new Set(['completion_tokens', 'output_tokens', 'candidatesTokenCount']);
const TOTAL = new Set(['total_tokens', 'totalTokenCount']);

interface Counts {
  readonly prompt: number;
  readonly completion: number;
}

/** Puts a longer answer and other counts into the mock's own answer, in any format. */
function written(value: unknown, counts: Counts, key = ''): unknown {
  if (PROMPT.has(key)) return counts.prompt;
  if (COMPLETION.has(key)) return counts.completion;
  if (TOTAL.has(key)) return counts.prompt + counts.completion;
  if (typeof value === 'string') return wordsFor(value);
  if (Array.isArray(value)) return value.map(item => written(item, counts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, written(part, counts, name)]));
}

function wordsFor(text: string): string {
  if (text === MOCK_WORDS.join('')) return ANSWER;
  const at = MOCK_WORDS.findIndex(word => word === text);
  if (at < 0) return text;
  const size = Math.ceil(WORDS.length / MOCK_WORDS.length);
  return WORDS.slice(at * size, (at + 1) * size).join('');
}

function keyOf({ headers }: MockCall): string {
  const named = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization ?? '';
  return String(named).replace(/^Bearer /, '');
}

/** The simulated provider: it speaks three formats, takes a believable time, and one of its accounts is in trouble. */
export async function startDemoProvider(): Promise<MockUpstream> {
  const upstream = await createMockUpstream();
  const chance = new Chance(7);
  let calls = 0;
  const answer = (call: MockCall): Behaviour => {
    calls += 1;
    if (calls % CALLS_KEPT === 0) {
      upstream.reset();
      upstream.script(answer);
    }
    const key = keyOf(call);
    if (key === LOST_KEY) return failure(401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' });
    if (key === TROUBLED_KEY && chance.next() < TROUBLE) {
      return { ...failure(503, { message: 'The engine is currently overloaded.' }), delayMs: 200 };
    }
    const plain = answerAnthropic(call) ?? answerGemini(call) ?? answerOpenAi(call);
    const counts = { prompt: Math.round(chance.around(900)), completion: Math.round(chance.around(260)) };
    const delayMs = Math.round(chance.around(350));
    if (plain.kind === 'json') return { ...plain, delayMs: delayMs * 3, body: written(plain.body, counts) };
    if (plain.kind !== 'sse') return plain;
    const events = plain.events.map(event => JSON.stringify(written(JSON.parse(event), counts)));
    return { ...plain, events, delayMs, delayPerEventMs: Math.round(chance.between(60, 180)) };
  };
  upstream.script(answer);
  return upstream;
}
