import { type UsageReading } from '../canonical/usage-reading';
import { linesOf, recordedFiles } from '../testing/recorded-files';
import { type ChatBlock } from '../canonical/chat';
import { type Json, completed, foldedOf } from './testing/streams';
import { responses } from './index';

const FOLDERS = ['openai-responses', 'open-responses', 'xai-responses', 'azure'];

interface Recording {
  readonly name: string;
  readonly payloads: readonly Json[];
}

/** Reads recorded streams; a file with several streams is split at each beginning. */
function streamsIn(folders: readonly string[]): Recording[] {
  return recordedFiles(folders, '.chunks.txt').flatMap(({ name, text }) => {
    const streams: Json[][] = [];
    for (const line of linesOf(text)) {
      const payload = JSON.parse(line) as Json;
      if (payload.type === 'response.created' || streams.length === 0) streams.push([]);
      streams.at(-1)?.push(payload);
    }
    return streams.map((payloads, index) => ({ name: `${name} (${index + 1})`, payloads }));
  });
}

const ownStream: Recording = {
  name: 'own',
  payloads: [
    { type: 'response.created', response: { id: 'resp_1', model: 'm' } },
    { type: 'response.output_text.delta', output_index: 0, delta: 'Hello' },
    completed({
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hello' }] }],
      usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
    }),
  ],
};
const streams = [ownStream, ...streamsIn(FOLDERS)];

/**
 * The source of these recordings left out some lines, so that pieces and whole differ; one has calls that the provider
 * ran.
 */
const SHORTENED = /openai-phase|xai-x-search|shell-container/;

function joined(blocks: readonly ChatBlock[], type: 'text' | 'reasoning'): string {
  return blocks
    .map(block => (block.type === type ? block.text : ''))
    .join('')
    .replace(/\s+/g, '');
}

function callsOf(blocks: readonly ChatBlock[]): ChatBlock[] {
  return blocks.filter(block => block.type === 'toolCall');
}

/** The ids of the seals are compared, because the provider encrypts the same state differently for each event. */
function sealsOf(blocks: readonly ChatBlock[]): (string | undefined)[] {
  return blocks.flatMap(block => ('seal' in block && block.seal ? [block.seal.id] : []));
}

describe('recorded streams', () => {
  it.each(streams)('$name: the pieces yield the same answer as the whole response', ({ name, payloads }) => {
    const answer = foldedOf(...payloads);
    const last = payloads.at(-1)?.response;
    const whole = responses.readAnswer(last);
    const blocks = answer.choices[0]?.blocks ?? [];
    const expected = whole.choices[0]?.blocks ?? [];
    expect(answer.usage).toEqual(whole.usage);
    expect(answer.choices[0]?.finish).toBe(whole.choices[0]?.finish);
    if (SHORTENED.test(name)) return;
    expect(joined(blocks, 'text')).toBe(joined(expected, 'text'));
    expect(joined(blocks, 'reasoning')).toBe(joined(expected, 'reasoning'));
    expect(callsOf(blocks)).toEqual(callsOf(expected));
    expect(sealsOf(blocks)).toEqual(sealsOf(expected));
  });

  it.each(streams)('$name: has the same answer after it was written for a caller and read back', ({ payloads }) => {
    const answer = foldedOf(...payloads);
    let ids = 0;
    const body = responses.writeAnswer(answer, {
      model: 'm',
      call: { messages: [], tools: [], settings: {}, extraFields: [] },
      parsed: {},
      createdAtSeconds: 0,
      wantsUsage: true,
      estimatedPromptTokens: 0,
      newId: prefix => `${prefix}${(ids += 1)}`,
    });
    const again = responses.readAnswer(body);
    const [before, after] = [answer, again].map(({ choices }) => choices[0]?.blocks ?? []);
    expect(joined(after ?? [], 'text')).toBe(joined(before ?? [], 'text'));
    expect(joined(after ?? [], 'reasoning')).toBe(joined(before ?? [], 'reasoning'));
    expect(callsOf(after ?? [])).toEqual(callsOf(before ?? []));
    // Searches are counted by their items, which no other format carries; everything else must be the same.
    expect(withoutSearches(again.usage)).toEqual(withoutSearches(answer.usage));
  });
});

const wholes = recordedFiles(FOLDERS, '.json').filter(({ text }) => text.includes('"output"'));

describe('recorded answers', () => {
  const own = { name: 'own', text: JSON.stringify(ownStream.payloads[2]?.response) };
  it.each([own, ...wholes])('$name: has a model, a regular end and usage', ({ text }) => {
    const parsed = JSON.parse(text) as Json | Json[];
    for (const body of Array.isArray(parsed) ? parsed : [parsed]) {
      const { choices, usage, model } = responses.readAnswer(body);
      expect(model).not.toBe('');
      expect(choices[0]?.finish).toMatch(/^(stop|toolCalls)$/);
      expect(usage.kind).toBe('reported');
      expect(responses.signs.errorOf(body)).toBeNull();
    }
  });
});

function withoutSearches(reading: UsageReading): UsageReading {
  return reading.kind === 'reported' ? { ...reading, usage: { ...reading.usage, webSearches: 0 } } : reading;
}
