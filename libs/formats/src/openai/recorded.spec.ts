import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf, recordedFiles, type RecordedFile } from '../testing/recorded-files';
import { type ChatAnswer } from '../canonical/chat-answer';
import { type AnswerContext, type StreamFrame } from '../canonical/chat-format';
import { foldFrames, sseFrames, summaryOf } from '../testing/fold-frames';
import { textOfChunks } from '../testing/text-of-chunks';
import { findUsage, readOpenAiUsage } from './openai-usage';
import { openaiFormat } from './index';

const FOLDERS = [
  'openai-chat',
  'deepseek',
  'groq',
  'mistral',
  'xai',
  'xai-openai-compatible',
  'alibaba',
  'moonshotai',
  'perplexity',
  'azure',
];

interface Recording {
  readonly name: string;
  readonly isStream: boolean;
  /** The chunks of a stream, or the one whole answer. */
  readonly payloads: readonly unknown[];
}

const own: readonly Recording[] = ['text.sse', 'tool-call.sse', 'reasoning-and-calls.sse'].map(file => ({
  name: `own/${file}`,
  isStream: true,
  payloads: sseFrames(
    readFileSync(join(__dirname, '../../../providers/src/adapters/openai/__fixtures__', file), 'utf8'),
  )
    .filter(({ data }) => data !== '[DONE]')
    .map(({ data }) => JSON.parse(data) as unknown),
}));
const recorded = recordedFiles(FOLDERS).flatMap(chatIn);

/** The folders hold answers of other endpoints, too, which are skipped here. */
function chatIn({ name, text }: RecordedFile): Recording[] {
  if (!text.includes('"choices"')) return [];
  const isStream = name.endsWith('.chunks.txt');
  const payloads = (isStream ? linesOf(text) : [text]).map(payload => JSON.parse(payload) as unknown);
  return [{ name, isStream, payloads }];
}

function frames(payloads: readonly unknown[]): StreamFrame[] {
  return payloads.map(payload => ({ event: '', data: JSON.stringify(payload) }));
}

function read({ isStream, payloads }: Recording): ChatAnswer {
  return isStream ? foldFrames(frames(payloads), openaiFormat.openReader()) : openaiFormat.readAnswer(payloads[0]);
}

const context: AnswerContext = {
  model: 'requested',
  call: { messages: [], tools: [], settings: {}, extraFields: [] },
  parsed: {},
  createdAtSeconds: 1_760_000_000,
  wantsUsage: true,
  estimatedPromptTokens: 1,
  newId: prefix => `${prefix}1`,
};

describe.each([...own, ...recorded])('the recorded answer $name', recording => {
  const answer = read(recording);

  it('is read with all its text, reasoning, calls and usage', () => {
    const usage = recording.payloads.map(findUsage).findLast(Boolean);
    const pieces = answer.choices[0]?.blocks.map(block => {
      if (block.type === 'toolCall') return block.name + block.arguments;
      return block.type === 'text' || block.type === 'reasoning' ? block.text : '';
    });
    // Reasoning and text may alternate in a stream, so the sorted characters are compared to show whether anything is
    // missing.
    expect(sorted(pieces?.join('') ?? '')).toBe(sorted(textOfChunks(recording.payloads).text));
    expect(answer.usage).toEqual(readOpenAiUsage(usage));
    expect(answer.id).not.toBe('');
    expect(answer.choices[0]?.finish).not.toBe('unknown');
  });

  it('stays the same when it is written for a caller and read again', () => {
    const body = openaiFormat.writeAnswer(answer, context);
    expect(summaryOf(openaiFormat.readAnswer(JSON.parse(JSON.stringify(body))))).toEqual(summaryOf(answer));
  });

  it('stays the same when it is streamed to a caller and read again', () => {
    const reader = openaiFormat.openReader();
    const writer = openaiFormat.openWriter(context);
    // A whole answer counts as one large chunk, because some providers respond so to a request for a stream.
    const events = [...frames(recording.payloads).flatMap(frame => reader.read(frame)), ...reader.end()];
    const written = events.map(event => writer.write(event)).join('') + writer.end();
    expect(summaryOf(foldFrames(sseFrames(written), openaiFormat.openReader()))).toEqual(summaryOf(answer));
  });
});

function sorted(text: string): string {
  return [...text].sort().join('');
}
