import { isJsonObject } from '@kernel';

/** Fields in which the formats send the pieces of an answer. */
const PIECES: ReadonlySet<string> = new Set([
  'content',
  'reasoning_content',
  'reasoning',
  'arguments',
  'text',
  'thinking',
  'partial_json',
  'delta',
  'refusal',
]);
const DEPTH_MAX = 12;

/** The pieces of text in the events of a stream, put together in their order; whatever the format. */
export function textOfEvents(stream: string): string {
  const pieces: string[] = [];
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data:')) continue;
    const value = parsed(line.slice('data:'.length));
    // The end of an answer repeats all of it in the Responses format.
    if (isJsonObject(value) && !isRepetition(value)) collect(value, pieces, 0);
  }
  return pieces.join('');
}

function isRepetition({ type }: Readonly<Record<string, unknown>>): boolean {
  return typeof type === 'string' && /^response\.(?!.*delta$)/.test(type);
}

function collect(value: unknown, pieces: string[], depth: number): void {
  if (depth > DEPTH_MAX) return;
  if (Array.isArray(value)) return value.forEach(item => collect(item, pieces, depth + 1));
  if (!isJsonObject(value)) return;
  for (const [name, field] of Object.entries(value)) {
    if (typeof field !== 'string') collect(field, pieces, depth + 1);
    else if (PIECES.has(name)) pieces.push(field);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // the end mark, or an event that was cut
  }
}
