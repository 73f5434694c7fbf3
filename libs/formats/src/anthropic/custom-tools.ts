import { type CustomTool } from '../canonical/chat';
import { type JsonObject, asText, at, parseJson } from '../json/read-value';

/** The only parameter of the function that stands for a free-text tool. */
const PARAMETER = 'input';

/** Turns a free-text tool into a function, because the provider knows no other tools. */
export function functionOfCustom({ name, description, format }: CustomTool): JsonObject {
  const grammar = asText(at(format, 'definition'));
  const hint = grammar && `The input must match this ${asText(at(format, 'syntax'))} grammar:\n${grammar}`;
  const text = [description ?? '', hint].filter(part => part !== '').join('\n\n');
  return {
    name,
    ...(text !== '' && { description: text }),
    input_schema: { type: 'object', properties: { [PARAMETER]: { type: 'string' } }, required: [PARAMETER] },
  };
}

export function inputOfFreeText(text: string): JsonObject {
  return { [PARAMETER]: text };
}

/** Unwraps the free text from written arguments; arguments of another shape are returned unchanged. */
export function freeTextOf(written: string): string {
  const input = at(parseJson(written), PARAMETER);
  return typeof input === 'string' ? input : written;
}
