import { linesOf, recordedFile, foldFrames, sseFrames, summaryOf } from '@formats/testing';
import { chatFormats } from '@formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type UpstreamCall } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import { azure } from './index';

const recordedStream = recordedFile('openai-chat/azure-model-router.1.chunks.txt');
const recordedAnswer = recordedFile('azure/azure-deepseek-reasoning.1.json');

const target = testTarget(azure, { baseUrl: 'https://myres.openai.azure.com', other: '2025-04-01-preview' });

function ask(format: 'openai' | 'anthropic', isStream: boolean): UpstreamCall {
  return testCall(
    { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] },
    { format, isStream, requestedModel: 'asked', model: 'm' },
  );
}

const own = readFileSync(join(__dirname, '__fixtures__/text.sse'), 'utf8');
const streams = [['own', own]];
if (recordedStream) {
  const events = linesOf(recordedStream).map(line => `data: ${line}\n\n`);
  streams.push(['recorded', events.join('')]);
}

it.each(streams)('an %s stream reads the same for callers of its own format and of others', (_name, text = '') => {
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

(recordedAnswer ? it : it.skip)('a recorded answer of another provider’s model keeps its reasoning', () => {
  const { answer: reading } = azure.buildRequest(ask('anthropic', false), target);
  if (reading?.kind !== 'chat') throw new Error('no chat reading');
  const summary = summaryOf(reading.readAnswer(JSON.parse(recordedAnswer ?? '')));
  expect(summary.reasoning).not.toBe('');
  expect(summary.text).not.toBe('');
  expect(summary.finish).toBe('stop');
  expect(summary.usage?.completion).toBeGreaterThan(0);
});
