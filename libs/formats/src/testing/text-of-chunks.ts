import { asList, asRecord, asText, at, isJsonObject } from '../json/read-value';

interface Said {
  readonly text: string;
  readonly toolCalls: number;
}

/**
 * What a model said in parsed chat chunks, or in whole chat answers, found without the gateway's own readers, so that
 * these can be compared with it.
 */
export function textOfChunks(chunks: readonly unknown[]): Said {
  const texts: unknown[] = [];
  const named = new Set<string>();
  for (const [index, choice] of chunks.flatMap(chunk => [...asList(at(chunk, 'choices')).entries()])) {
    const said = asRecord(at(choice, 'delta')) ?? asRecord(at(choice, 'message')) ?? { content: at(choice, 'text') };
    texts.push(said.reasoning_content ?? said.reasoning, said.refusal, at(said.audio, 'transcript'));
    texts.push(...textsIn(said.content));
    for (const [place, call] of asList(said.tool_calls).entries()) {
      const body = asRecord(at(call, 'function')) ?? asRecord(at(call, 'custom')) ?? {};
      const given = body.arguments ?? body.input;
      texts.push(isJsonObject(given) ? JSON.stringify(given) : given);
      // Names are repeated by some providers; each call is named once.
      const number = at(call, 'index') ?? (asText(at(call, 'id')) || place);
      const key = JSON.stringify([at(choice, 'index') ?? index, number]);
      if (asText(body.name) === '' || named.has(key)) continue;
      named.add(key);
      texts.push(body.name);
    }
  }
  return { text: texts.map(asText).join(''), toolCalls: named.size };
}

/** The texts of a content, which may be a text, or parts that may hold parts of their own. */
function textsIn(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return [content];
  return asList(content).flatMap(part => [at(part, 'text'), ...textsIn(at(part, 'thinking'))]);
}
