import { linesOf, recordedFiles } from '../testing/recorded-files';
import { AnswerFolder } from '../canonical/fold-answer';
import { type ChatAnswer } from '../canonical/chat-answer';
import { type AnswerContext } from '../canonical/chat-format';
import { asList, asText, at } from '../json/read-value';
import { geminiFormat } from './index';

const files = recordedFiles(['google']).filter(({ name }) => !name.includes('429'));

/** These recordings are always present. */
const OWN = [
  '{"candidates":[{"content":{"parts":[{"text":"He"}]}}],"usageMetadata":{"trafficType":"ON_DEMAND"},"responseId":"r"}',
  '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"a":1}}}]},"finishReason":"STOP"}],' +
    '"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":2,"totalTokenCount":9,"thoughtsTokenCount":4}}',
];

const recordings = [
  { name: 'own', payloads: OWN },
  ...files.map(({ name, text }) => ({ name, payloads: name.endsWith('.json') ? [text] : linesOf(text) })),
];

const context: AnswerContext = {
  model: 'shown',
  call: { messages: [], tools: [], settings: { reasoning: { isShown: true } }, extraFields: [] },
  parsed: {},
  createdAtSeconds: 0,
  wantsUsage: true,
  estimatedPromptTokens: 1,
  newId: prefix => `${prefix}new`,
};

describe.each(recordings)('the recorded answer $name', ({ payloads }) => {
  const parts = payloads.flatMap(text =>
    asList(at(JSON.parse(text), 'candidates')).flatMap(entry => asList(at(entry, 'content', 'parts'))),
  );
  const read = fold(payloads);

  it('is read with the text, calls and seals of its parts', () => {
    const [choice] = read.choices;
    const texts = (isThought: boolean): string =>
      parts
        .filter(part => (at(part, 'thought') === true) === isThought)
        .map(part => asText(at(part, 'text')))
        .join('');
    expect(textOf(read, 'text')).toBe(texts(false));
    expect(textOf(read, 'reasoning')).toBe(texts(true));
    const names = parts.map(part => asText(at(part, 'functionCall', 'name'))).filter(name => name !== '');
    const calls = (choice?.blocks ?? []).filter(block => block.type === 'toolCall');
    expect(calls.map(call => call.name)).toEqual(names);
    expect(new Set(calls.map(call => call.id)).size).toBe(calls.length);
    for (const call of calls) expect(typeof JSON.parse(call.arguments)).toBe('object');
    expect(choice?.finish).toBe(calls.length > 0 ? 'toolCalls' : 'stop');
    const signatures = parts.map(part => at(part, 'thoughtSignature')).filter(signature => signature !== undefined);
    const seals = (choice?.blocks ?? []).flatMap(block => ('seal' in block && block.seal ? [block.seal.value] : []));
    expect(seals).toEqual(signatures);
  });

  it('has the usage that its total says', () => {
    const last = payloads
      .map(text => at(JSON.parse(text), 'usageMetadata'))
      .findLast(usage => at(usage, 'totalTokenCount'));
    if (read.usage.kind !== 'reported') throw new Error('no usage');
    const { promptTokens, completionTokens, reasoningTokens } = read.usage.usage;
    expect(promptTokens + completionTokens).toBe(at(last, 'totalTokenCount'));
    expect(reasoningTokens).toBe(at(last, 'thoughtsTokenCount') ?? 0);
  });

  it('is the same after it was written and read back, whole and as a stream', () => {
    const whole = geminiFormat.readAnswer(geminiFormat.writeAnswer(read, context));
    expect(whole).toEqual({ ...read, model: 'shown' });
    const writer = geminiFormat.openWriter(context);
    const reader = geminiFormat.openReader();
    const sent = payloads.flatMap(data => reader.read({ event: '', data })).map(event => writer.write(event));
    const frames = [...sent, ...reader.end().map(event => writer.write(event)), writer.end()]
      .join('')
      .split('\r\n\r\n');
    expect(frames.pop()).toBe('');
    expect(frames.every(frame => frame.startsWith('data: '))).toBe(true);
    expect(fold(frames.map(frame => frame.slice(6)))).toEqual({ ...read, model: 'shown' });
  });
});

(files.length > 0 ? it : it.skip)('rebuilds streamed arguments by their paths', () => {
  const load = (file: string): readonly string[] =>
    linesOf(files.find(({ name }) => name === `google/${file}`)?.text ?? '');
  const flat = fold(load('google-stream-tool-call-arguments.chunks.txt'));
  const locations = flat.choices[0]?.blocks.map(block => block.type === 'toolCall' && block.arguments);
  expect(locations?.[0]).toBe('{"location":"Boston"}');
  const nested = fold(load('google-vertex-stream-tool-call-arguments-nested.1.chunks.txt'));
  const [call] = nested.choices[0]?.blocks ?? [];
  const recipe = call?.type === 'toolCall' ? (JSON.parse(call.arguments) as unknown) : null;
  expect(at(recipe, 'recipe', 'name')).toBe('Lasagna');
  expect(at(recipe, 'recipe', 'ingredients', 8)).toEqual({ amount: '1 tsp', name: 'Salt' });
  expect(at(recipe, 'recipe', 'steps', 4)).toBe('In a 9x13 baking dish, spread a thin layer of meat sauce.');
});

function fold(payloads: readonly string[]): ChatAnswer {
  const reader = geminiFormat.openReader();
  const folder = new AnswerFolder();
  for (const data of payloads) for (const event of reader.read({ event: '', data })) folder.add(event);
  for (const event of reader.end()) folder.add(event);
  return folder.result();
}

function textOf(answer: ChatAnswer, type: 'text' | 'reasoning'): string {
  const blocks = answer.choices[0]?.blocks ?? [];
  return blocks.map(block => (block.type === type ? block.text : '')).join('');
}
