import { AnswerFolder } from '../canonical/fold-answer';
import { type ChatEvent } from '../canonical/chat-answer';
import { CallCollector } from '../openai/collect-calls';
import { testContext } from '../anthropic/testing';
import { chatFormats } from '../chat-formats';
import { cpuMsOf } from './cpu-time';

type Work = (count: number) => void;

/** Eight times the input takes eight times as long if the cost is linear, and sixty-four times if it is quadratic. */
const GROWTH = 8;
const RATIO_MAX = 28;
/** A shorter time is noise. */
const MEASURABLE_MS = 200;
const ROUNDS = 3;

/** The best of some rounds in processor time, because other work on the machine only ever adds time. */
function timeOf(work: () => void): number {
  return Math.min(...Array.from({ length: ROUNDS }, () => cpuMsOf(work)));
}

function call(number: number): ChatEvent {
  return { type: 'toolCall', choice: 0, call: number, id: `c${number}`, name: 'f', kind: 'function' };
}

function piece(number: number, text: string): ChatEvent {
  return { type: 'toolArguments', choice: 0, call: number, text };
}

function text(value: string): ChatEvent {
  return { type: 'text', choice: 0, text: value };
}

/** Each piece looks as if it could be the last one. */
const BRACE = '{"a":"}"},';

/** Two calls with interleaved arguments, both incomplete until the end. */
function* interleaved(count: number): Generator<ChatEvent> {
  yield call(0);
  yield call(1);
  yield piece(0, '{"list":[');
  yield piece(1, '{"list":[');
  for (let done = 0; done < count; done++) yield piece(done % 2, BRACE);
  yield piece(0, '0]}');
  yield piece(1, '0]}');
}

/** Text between the pieces of a call. */
function* textBetween(count: number): Generator<ChatEvent> {
  yield call(0);
  yield piece(0, '{"list":[');
  for (let done = 0; done < count; done++) {
    yield piece(0, BRACE);
    yield text('word ');
  }
}

/** Many calls, all open at once. */
function* manyCalls(count: number): Generator<ChatEvent> {
  for (let number = 0; number < count; number++) yield call(number);
  for (let number = 0; number < count; number++) yield piece(number, '{"a":');
  for (let number = 0; number < count; number++) yield piece(number, '1}');
}

function* blanks(count: number): Generator<ChatEvent> {
  for (let done = 0; done < count; done++) yield text('\n');
  yield text('end');
}

const streams = { interleaved, textBetween, manyCalls, blanks };
const formats = Object.values(chatFormats);

const writing = formats.flatMap(format =>
  Object.entries(streams).map(([name, events]): [string, Work] => [
    `${format.id} writes: ${name}`,
    count => {
      const writer = format.openWriter(testContext());
      for (const event of events(count)) writer.write(event);
      writer.end();
    },
  ]),
);

function chunk(delta: unknown): string {
  return JSON.stringify({ choices: [{ index: 0, delta }] });
}

function part(fields: object, args: string) {
  return { ...fields, function: { name: 'f', arguments: args } };
}

const reading: readonly [string, Work][] = [
  [
    'openai reads many calls',
    count => {
      const reader = chatFormats.openai.openReader();
      for (let index = 0; index < count; index++) {
        reader.read({ event: '', data: chunk({ tool_calls: [part({ index, id: `c${index}` }, '{')] }) });
        reader.read({ event: '', data: chunk({ tool_calls: [part({ id: `c${index}` }, '}')] }) });
      }
      reader.end();
    },
  ],
  [
    'chunks are collected to many calls',
    count => {
      const collector = new CallCollector();
      for (let index = 0; index < count; index++) {
        collector.add(part({ index, id: `c${index}` }, '{'), 0);
        collector.add(part({ id: `c${index}` }, '}'), 0);
      }
      collector.result(0);
    },
  ],
  [
    'speech is put together',
    count => {
      const folder = new AnswerFolder();
      const data = Buffer.alloc(301).toString('base64');
      for (let done = 0; done < count; done++) {
        folder.add({ type: 'audio', choice: 0, data, format: 'pcm16', transcript: 'a' });
      }
      folder.result();
    },
  ],
];

describe('the cost of writing a stream', () => {
  it.each([...writing, ...reading])('is linear in the length of the stream: %s', (_name, work) => {
    const count = 2000;
    work(count); // the first run is slower than all others
    const few = timeOf(() => work(count));
    const many = timeOf(() => work(count * GROWTH));
    if (many > MEASURABLE_MS) expect(many / few).toBeLessThan(RATIO_MAX);
  });
});
