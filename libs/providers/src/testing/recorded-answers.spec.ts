import { linesOf, recordedFiles, payloadsOf, textOfChunks } from '@formats/testing';
import { findUsage, readOpenAiUsage } from '@formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openai } from '../adapters/openai';

/** Folders of recordings in the chat completions shape. */
const FOLDERS = [
  'openai-chat',
  'openai-completion',
  'openai-embedding',
  'mistral',
  'deepseek',
  'groq',
  'xai',
  'xai-openai-compatible',
  'alibaba',
  'moonshotai',
  'perplexity',
];

interface Recording {
  readonly name: string;
  readonly answers: readonly unknown[];
}

/** These files are always present, so that the reading is tested even without other recordings. */
const own: Recording[] = ['text.sse', 'tool-call.sse'].map(file => ({
  name: `own/${file}`,
  answers: payloadsOf(readFileSync(join(__dirname, '../adapters/openai/__fixtures__', file), 'utf8')).map(parse),
}));
const recorded: Recording[] = recordedFiles(FOLDERS).map(({ name, text }) => ({
  name,
  answers: (name.endsWith('.chunks.txt') ? linesOf(text) : [text]).map(parse),
}));

function parse(text: string): unknown {
  return JSON.parse(text) as unknown;
}

function isRefusal(recording: Recording): boolean {
  return recording.name.includes('error');
}

function isChat({ name, answers }: Recording): boolean {
  return !isRefusal({ name, answers }) && answers.some(answer => JSON.stringify(answer).includes('"choices"'));
}

describe('recorded answers', () => {
  it.each([...own, ...recorded.filter(isChat)])('yields text and usage of $name', ({ answers }) => {
    const usage = answers.map(findUsage).findLast(Boolean);
    const reading = readOpenAiUsage(usage);
    expect(textOfChunks(answers).text).not.toBe('');
    if (reading.kind !== 'reported') throw new Error(`usage is ${reading.kind}: ${JSON.stringify(usage)}`);
    expect(billed(reading.usage)).toBe(totalOf(usage));
  });

  const own400 = { name: 'own/error', answers: [{ error: { message: 'bad', type: 'invalid_request_error' } }] };

  it.each([own400, ...recorded.filter(isRefusal)])('classifies $name as the caller’s fault', ({ answers }) => {
    const failure = openai.readFailure({ status: 400, headers: {}, body: JSON.stringify(answers[0]) });
    expect(failure).toMatchObject({ kind: 'badRequest', isRetryable: false, shouldDisableChannel: false });
  });
});

/** The sum of all billed tokens, which must equal the provider's total, however it counts. */
function billed(usage: object): number {
  const counts = { ...usage, reasoningTokens: 0, calls: 0 };
  return Object.values(counts).reduce<number>((sum, count) => sum + Number(count), 0);
}

function totalOf(usage: unknown): number {
  return (usage as { readonly total_tokens: number }).total_tokens;
}
