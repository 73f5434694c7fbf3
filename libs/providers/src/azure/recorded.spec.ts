import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chatFormats } from '../formats';
import { type UpstreamCall } from '../spec/upstream';
import { testCall, testTarget } from '../testing/adapter-conformance';
import { foldFrames, sseFrames, summaryOf } from '../testing/chat-conformance';
import { azure } from '.';

/** Recorded answers lie beside the repository where there are any; they are never part of it. */
const ROOT = process.env['SLUICE_FIXTURES'] ?? resolve(__dirname, '../../../../../shared/fixtures');
const STREAM = join(ROOT, 'upstream/openai-chat/azure-model-router.1.chunks.txt');
const ANSWER = join(ROOT, 'upstream/azure/azure-deepseek-reasoning.1.json');
const isThere = existsSync(STREAM) && existsSync(ANSWER);
if (!isThere) console.info('no recorded answers of type 3; SLUICE_FIXTURES may name a folder with some');

const target = testTarget(azure, { baseUrl: 'https://myres.openai.azure.com', other: '2025-04-01-preview' });
const ask = (format: 'openai' | 'anthropic', isStream: boolean): UpstreamCall =>
  testCall(
    { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] },
    { format, isStream, requestedModel: 'asked', model: 'm' },
  );
const own = readFileSync(join(__dirname, '__fixtures__/text.sse'), 'utf8');
const recorded = isThere
  ? readFileSync(STREAM, 'utf8')
      .split('\n')
      .filter(line => line.trim() !== '')
      .map(line => `data: ${line}\n\n`)
      .join('')
  : own;

it.each([
  ['own', own],
  ['recorded', recorded],
])('an %s stream says the same to callers of its format and of others', (_name, text) => {
  const { answer: reframing } = azure.buildRequest(ask('openai', true), target);
  const { answer: reading } = azure.buildRequest(ask('anthropic', true), target);
  if (reframing?.kind !== 'reframe' || reading?.kind !== 'chat') throw new Error('not the expected readings');
  const shown = sseFrames(text).flatMap(frame => reframing.unwrap(frame) ?? []);
  const seen = foldFrames(shown, chatFormats.openai.openReader());
  const converted = foldFrames(sseFrames(text), reading.openReader());
  expect(summaryOf(seen)).toEqual(summaryOf(converted));
  expect(summaryOf(seen).text).not.toBe('');
  expect(summaryOf(seen).usage?.completion).toBeGreaterThan(0);
  expect(seen).toMatchObject({ model: 'asked' });
  expect(seen.id).not.toBe('');
});

(isThere ? it : it.skip)('a recorded answer of another vendor’s model keeps its reasoning', () => {
  const { answer: reading } = azure.buildRequest(ask('anthropic', false), target);
  if (reading?.kind !== 'chat') throw new Error('no chat reading');
  const summary = summaryOf(reading.readAnswer(JSON.parse(readFileSync(ANSWER, 'utf8'))));
  expect(summary.reasoning).not.toBe('');
  expect(summary.text).not.toBe('');
  expect(summary.finish).toBe('stop');
  expect(summary.usage?.completion).toBeGreaterThan(0);
});
