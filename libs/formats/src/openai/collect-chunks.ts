import { type AnswerCollector, type StreamFrame } from '../canonical/chat-format';
import { asList, asText, isJsonObject, parseJson, type JsonObject } from '../json/read-value';
import { createdOf, fieldsBesides, isTextCompletion, placeOf } from './chunk-fields';
import { ChoiceCollector } from './collect-choice';
import { findUsage } from './openai-usage';

/** Fields that are rebuilt, and `obfuscation`, which is random padding of single chunks. */
const CHUNK_FIELDS = new Set(['id', 'object', 'created', 'model', 'choices', 'usage', 'obfuscation']);

/**
 * Collects the chunks of a chat or legacy completion into the one answer that the upstream should have sent. Accepts the
 * variants of compatible providers: nulls, missing deltas, calls without index, repeated usage, unreadable lines.
 */
export class ChunkCollector implements AnswerCollector {
  private readonly choices = new Map<number, ChoiceCollector>();
  private readonly others = new Map<string, unknown>();
  private id = '';
  private created = 0;
  private model = '';
  private usage: JsonObject | undefined;
  private isText = false;

  /** Events whose data is not a JSON object, such as `[DONE]`, are skipped. */
  add({ data }: StreamFrame): void {
    const chunk = parseJson(data);
    if (!isJsonObject(chunk)) return;
    this.id ||= asText(chunk.id);
    this.created ||= createdOf(chunk.created);
    this.model ||= asText(chunk.model);
    this.usage = findUsage(chunk) ?? this.usage;
    this.isText ||= isTextCompletion(chunk);
    for (const [name, value] of Object.entries(fieldsBesides(chunk, CHUNK_FIELDS))) {
      if (value !== null || !this.others.has(name)) this.others.set(name, value);
    }
    for (const [position, choice] of asList(chunk.choices).entries()) this.addChoice(choice, position);
  }

  /** Returns null when no chunk had a choice, as in a stream that only holds an error. */
  result(): JsonObject | null {
    if (this.choices.size === 0) return null;
    const inOrder = [...this.choices].sort(([left], [right]) => left - right);
    return {
      ...Object.fromEntries(this.others),
      id: this.id,
      object: this.isText ? 'text_completion' : 'chat.completion',
      created: this.created,
      model: this.model,
      choices: inOrder.map(([, choice]) => choice.result(this.isText)),
      ...(this.usage && { usage: this.usage }),
    };
  }

  private addChoice(choice: unknown, position: number): void {
    if (!isJsonObject(choice)) return;
    const index = placeOf(choice, position);
    const known = this.choices.get(index) ?? new ChoiceCollector(index);
    this.choices.set(index, known);
    known.add(choice);
  }
}
