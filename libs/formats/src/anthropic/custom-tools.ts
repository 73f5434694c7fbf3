import { type CustomTool } from '../canonical/chat';
import { type UnknownRecord, asText, at, parseJson } from '../json/read-value';

/** The one parameter under which a tool that takes free text is offered. */
const PARAMETER = 'input';

/** A tool that takes free text, as a function: the provider knows no other tools. */
export function functionOfCustom({ name, description, format }: CustomTool): UnknownRecord {
  const grammar = asText(at(format, 'definition'));
  const hint = grammar && `The input must match this ${asText(at(format, 'syntax'))} grammar:\n${grammar}`;
  const text = [description ?? '', hint].filter(part => part !== '').join('\n\n');
  return {
    name,
    ...(text !== '' && { description: text }),
    input_schema: { type: 'object', properties: { [PARAMETER]: { type: 'string' } }, required: [PARAMETER] },
  };
}

export function inputOfFreeText(text: string): UnknownRecord {
  return { [PARAMETER]: text };
}

/** The free text inside written arguments; what does not look like it comes back as it is. */
export function freeTextOf(written: string): string {
  const input = at(parseJson(written), PARAMETER);
  return typeof input === 'string' ? input : written;
}
