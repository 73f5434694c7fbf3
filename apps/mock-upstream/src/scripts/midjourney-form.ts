import { type MockCall } from '../call/mock-call';
import { type BodyFields } from '../tasks/body';

/**
 * Reads the parts of a multipart form by their names, with files as latin1 text of a character per byte; empty for
 * other bodies.
 */
export function formFieldsOf({ headers, rawBody }: Pick<MockCall, 'headers' | 'rawBody'>): BodyFields {
  const [, boundary] = /^multipart\/form-data;.*\bboundary="?([^";]+)/i.exec(headers['content-type'] ?? '') ?? [];
  if (boundary === undefined) return {};
  const parts = rawBody.toString('latin1').split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(parts.map(partOf));
}

function partOf(part: string): readonly [name: string, content: string] {
  const end = part.indexOf('\r\n\r\n');
  const head = part.slice(0, end);
  const content = part.slice(end + 4, -2);
  const name = /; name="([^"]*)"/.exec(head)?.[1] ?? '';
  return [name, head.includes('; filename=') ? content : Buffer.from(content, 'latin1').toString('utf8')];
}
