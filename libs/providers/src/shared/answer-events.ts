import { asList, asText, at, type ChatEvent } from '@formats';

/** A piece of text; nothing for an empty one. */
export function textEvents(text: string): readonly ChatEvent[] {
  return text === '' ? [] : [{ type: 'text', choice: 0, text }];
}

/** A call of a function that arrives in one piece. */
export function callEvents(made: {
  readonly call: number;
  readonly id: string;
  readonly name: string;
  /** The arguments as JSON. */
  readonly text: string;
}): readonly ChatEvent[] {
  const { call, id, name, text } = made;
  return [
    { type: 'toolCall', choice: 0, call, id, name, kind: 'function' },
    { type: 'toolArguments', choice: 0, call, text },
  ];
}

/** The pages that the provider searched, `{url, title}`; those without an address are left out. */
export function citationEvents(pages: unknown, choice: number): readonly ChatEvent[] {
  return asList(pages).flatMap((page): ChatEvent[] => {
    const url = asText(at(page, 'url'));
    return url === '' ? [] : [{ type: 'citation', choice, citation: { url, title: asText(at(page, 'title')) } }];
  });
}
