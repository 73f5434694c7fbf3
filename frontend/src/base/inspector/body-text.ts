import { prettyJson } from '../../shared/form/json';

/** What stands in the place of something masked or left out, as the server writes it. */
const MARK = /(\[(?:masked:[a-z-]{1,20}|left out: [^\]]{1,120})\])/;

interface TextPart {
  readonly text: string;
  readonly isMark: boolean;
}

/** A text in parts: what was sent, and the marks between. */
export function partsOf(text: string): readonly TextPart[] {
  return text
    .split(MARK)
    .map((part, at) => ({ text: part, isMark: at % 2 === 1 }))
    .filter(part => part.text !== '');
}

/** A body as people read it: JSON with its lines, each event of a stream with its own. */
export function readableBody(text: string): string {
  if (!/^(?:data|event|id|:)/.test(text)) return prettyJson(text);
  return text
    .split('\n')
    .map(line => (line.startsWith('data:') ? `data: ${prettyJson(line.slice('data:'.length).trim())}` : line))
    .join('\n');
}
