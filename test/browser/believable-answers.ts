import {
  answerAnthropic,
  answerGemini,
  answerOpenAi,
  MOCK_WORDS,
  type Behaviour,
  type MockCall,
  type Script,
} from '../../apps/mock-upstream/src/index';
import { ANSWER, QUESTION } from './seeded-facts';

/** The names of the two counts and of their sum in the three wire formats. */
const PROMPT_FIELDS = new Set(['prompt_tokens', 'input_tokens', 'promptTokenCount']);
const COMPLETION_FIELDS = new Set(['completion_tokens', 'output_tokens', 'candidatesTokenCount']);
const TOTAL_FIELDS = new Set(['total_tokens', 'totalTokenCount']);

/**
 * The prompt tokens of a turn: small, large and very large in turn, without chance, so that every run shows the same
 * figures.
 */
function promptTokensOf(turn: number) {
  return 180 + ((turn * 7919) % 97) * 41;
}

function completionTokensOf(turn: number) {
  return 60 + ((turn * 104_729) % 89) * 13;
}

function counted(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.map(item => counted(item, turn));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, countFor(key, part, turn)]));
}

function countFor(key: string, part: unknown, turn: number): unknown {
  if (PROMPT_FIELDS.has(key)) return promptTokensOf(turn);
  if (COMPLETION_FIELDS.has(key)) return completionTokensOf(turn);
  if (TOTAL_FIELDS.has(key)) return promptTokensOf(turn) + completionTokensOf(turn);
  return counted(part, turn);
}

const ANSWER_PIECES = MOCK_WORDS.map((_word, index) => {
  const size = Math.ceil(ANSWER.length / MOCK_WORDS.length);
  return ANSWER.slice(index * size, (index + 1) * size);
});

/** Replaces the mock's greeting, in the pieces of every wire format, by an answer that a user could have asked for. */
function written(value: unknown): unknown {
  if (value === MOCK_WORDS.join('')) return ANSWER;
  if (typeof value === 'string') return ANSWER_PIECES[MOCK_WORDS.findIndex(word => word === value)] ?? value;
  if (Array.isArray(value)) return value.map(written);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, written(part)]));
}

/** The mock's own answers, each with another number of tokens; one prompt gets a written answer. */
export function believableAnswers(): Script {
  let turn = 0;
  return (call: MockCall): Behaviour => {
    const behaviour = answerAnthropic(call) ?? answerGemini(call) ?? answerOpenAi(call);
    turn += 1;
    const isWritten = JSON.stringify(call.body ?? '').includes(QUESTION);
    const shown = (value: unknown) => counted(isWritten ? written(value) : value, turn);
    if (behaviour.kind === 'json') return { ...behaviour, body: shown(behaviour.body) };
    if (behaviour.kind !== 'sse') return behaviour;
    return { ...behaviour, events: behaviour.events.map(event => JSON.stringify(shown(JSON.parse(event)))) };
  };
}
