import { AnswerFolder, type ChatAnswer, type ChatFormat, type StreamFrame, type WireFormat } from '@formats';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SseParser } from '@kernel';
import { adapterOfSample, type Sample } from '@providers/testing';
import { providerWires } from '../support/fakes/provider-wires';
import { readingOf } from './outcomes';

const ADAPTERS = join(__dirname, '../../libs/providers/src/adapters');
const COMPOSED = { words: ['ok'], usage: { prompt: 5, completion: 2 }, finish: 'stop' } as const;

type Reader = Pick<ChatFormat, 'readAnswer' | 'openReader'>;

/** Finds out whether the provider's own usage is read from whole answers, and from streams. */
export function usageOutcome(
  sample: Sample,
  format: WireFormat,
): { readonly whole: boolean; readonly stream: boolean } {
  const whole = readingOf(sample, format, false);
  const stream = readingOf(sample, format, true);
  const bodies = [...Object.values(providerWires).map(wire => wire.whole(COMPOSED)), ...composedBodies(sample)];
  const streams = [
    ...Object.values(providerWires).map(wire => wire.events(COMPOSED).map(data => ({ event: '', data }))),
    ...composedStreams(sample),
  ];
  return {
    whole: whole !== null && bodies.some(body => isReported(whole.readAnswer(body))),
    stream: stream !== null && streams.some(frames => isReported(folded(stream, frames))),
  };
}

function isReported({ usage }: ChatAnswer): boolean {
  return usage.kind === 'reported' && !usage.isZero;
}

function folded(format: Pick<Reader, 'openReader'>, frames: readonly StreamFrame[]): ChatAnswer {
  const reader = format.openReader();
  const folder = new AnswerFolder();
  for (const frame of frames) for (const event of reader.read(frame)) folder.add(event);
  for (const event of reader.end()) folder.add(event);
  return folder.result();
}

/** The files of answers that were composed for the adapter's own tests. */
function filesOf(sample: Sample): { readonly name: string; readonly text: string }[] {
  const path = join(ADAPTERS, adapterOfSample(sample).id, '__fixtures__');
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .sort()
    .map(name => ({ name, text: readFileSync(join(path, name), 'utf8') }));
}

function composedBodies(sample: Sample): unknown[] {
  return filesOf(sample)
    .filter(({ name }) => name.endsWith('.json') && !name.endsWith('.frames.json'))
    .map(({ text }) => JSON.parse(text) as unknown);
}

function composedStreams(sample: Sample): (readonly StreamFrame[])[] {
  return filesOf(sample).flatMap(({ name, text }) => {
    if (name.endsWith('.frames.json')) return [JSON.parse(text) as StreamFrame[]];
    if (name.endsWith('.ndjson')) return [text.split('\n').map(data => ({ event: '', data }))];
    if (!name.endsWith('.sse')) return [];
    const parser = new SseParser();
    return [[...parser.push(Buffer.from(text)), ...parser.end()]];
  });
}
