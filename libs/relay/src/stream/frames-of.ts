import { type StreamFrame } from '@formats';
import { SseParser } from '@kernel';

/** Parses the events in a run of whole events. */
export function framesOf(events: Buffer): readonly StreamFrame[] {
  const parser = new SseParser();
  return [...parser.push(events), ...parser.end()];
}
