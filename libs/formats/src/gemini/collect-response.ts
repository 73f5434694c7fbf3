import { type AnswerCollector, type StreamFrame } from '../canonical/chat-format';
import { appended, updated } from '../json/append-value';
import { asList, asRecord, asText, isJsonObject, parseJson, type JsonObject } from '../json/read-value';

type Fields = Map<string, unknown>;

interface OpenCandidate {
  /** Everything besides the content. */
  readonly fields: Fields;
  /** The content besides its parts. */
  readonly content: Fields;
  readonly parts: JsonObject[];
}

/**
 * Collects the chunks of streamGenerateContent into the response of generateContent. Chunks hold new parts of their
 * candidates, and everything else as far as it is known by then. Source: 'GenerateContentResponse' in the provider's
 * reference, read 2026-08.
 */
export class ResponseCollector implements AnswerCollector {
  private readonly fields: Fields = new Map();
  private readonly candidates = new Map<number, OpenCandidate>();

  add({ data }: StreamFrame): void {
    const payload = parseJson(data);
    for (const response of Array.isArray(payload) ? asList(payload) : [payload]) {
      if (isJsonObject(response)) this.addResponse(response);
    }
  }

  result(): JsonObject | null {
    if (this.fields.size === 0 && this.candidates.size === 0) return null;
    const inOrder = [...this.candidates].sort(([left], [right]) => left - right);
    const candidates = inOrder.map(([index, { fields, content, parts }]) => {
      const whole = { ...Object.fromEntries(content), parts };
      return { content: whole, ...Object.fromEntries(fields), index };
    });
    return { ...(candidates.length > 0 && { candidates }), ...Object.fromEntries(this.fields) };
  }

  private addResponse({ candidates, ...fields }: JsonObject): void {
    update(this.fields, fields);
    for (const [place, candidate] of asList(candidates).entries()) {
      if (isJsonObject(candidate)) this.addCandidate(candidate, place);
    }
  }

  private addCandidate({ index, content, logprobsResult, ...fields }: JsonObject, place: number): void {
    const known = this.candidateAt(typeof index === 'number' ? index : place);
    const { parts, ...others } = asRecord(content) ?? {};
    update(known.content, others);
    update(known.fields, fields);
    for (const part of asList(parts)) if (isJsonObject(part)) addPart(known.parts, part);
    for (const [name, value] of Object.entries(asRecord(logprobsResult) ?? {})) {
      const result = asRecord(known.fields.get('logprobsResult')) ?? {};
      known.fields.set('logprobsResult', { ...result, [name]: appended(result[name], value) });
    }
  }

  private candidateAt(index: number): OpenCandidate {
    const candidate = this.candidates.get(index) ?? { fields: new Map(), content: new Map(), parts: [] };
    this.candidates.set(index, candidate);
    return candidate;
  }
}

function update(known: Fields, fields: JsonObject): void {
  for (const [name, value] of Object.entries(fields)) known.set(name, updated(known.get(name), value));
}

/** Adds a part; pieces of one text, or of one thought, become one part, up to the signature that closes it. */
function addPart(parts: JsonObject[], part: JsonObject): void {
  const last = parts.at(-1);
  const isMore = last && isText(last) && isText(part) && last.thought === part.thought && !last.thoughtSignature;
  if (isMore) parts[parts.length - 1] = { ...last, ...part, text: asText(last.text) + asText(part.text) };
  else parts.push(part);
}

const TEXT_FIELDS: ReadonlySet<string> = new Set(['text', 'thought', 'thoughtSignature']);

function isText(part: JsonObject): boolean {
  return typeof part.text === 'string' && Object.keys(part).every(name => TEXT_FIELDS.has(name));
}
