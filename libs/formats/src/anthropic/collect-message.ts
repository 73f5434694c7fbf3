import { type AnswerCollector, type StreamFrame } from '../canonical/chat-format';
import { appended, updated } from '../json/append-value';
import { asList, asRecord, asText, isJsonObject, parseJson, type JsonObject } from '../json/read-value';
import { inputOf } from './answer-parts';

interface OpenBlock {
  readonly fields: Map<string, unknown>;
  /** Pieces of the JSON text of a tool's input. */
  readonly input: string[];
}

/**
 * Collects the events of a Messages stream into the message. Deltas of unknown kinds are joined field by field, like the
 * known ones. Source: 'Streaming Messages' of Anthropic's API reference, read 2026-08.
 */
export class MessageCollector implements AnswerCollector {
  private readonly fields = new Map<string, unknown>();
  private readonly blocks = new Map<number, OpenBlock>();

  add({ event, data }: StreamFrame): void {
    const payload = parseJson(data);
    if (!isJsonObject(payload)) return;
    const { type, delta, index, ...others } = payload;
    switch (asText(type) || event) {
      case 'message_start':
        return this.begin(asRecord(payload.message) ?? {});
      case 'content_block_start':
        return this.open(Number(index), asRecord(payload.content_block) ?? {});
      case 'content_block_delta':
        return this.extend(Number(index), asRecord(delta) ?? {});
      case 'message_delta':
        this.update(asRecord(delta) ?? {});
        return this.update(others);
    }
  }

  result(): JsonObject | null {
    if (this.fields.size === 0) return null;
    const inOrder = [...this.blocks].sort(([left], [right]) => left - right);
    const content = inOrder.map(([, { fields, input }]) => {
      const written = input.join('');
      return { ...Object.fromEntries(fields), ...(written !== '' && { input: inputOf(written, 'function') }) };
    });
    return { ...Object.fromEntries(this.fields), content };
  }

  /** Begins the message; where a proxy begins it a second time, the second one counts. */
  private begin({ content, ...fields }: JsonObject): void {
    this.blocks.clear();
    this.update(fields);
    for (const [index, block] of asList(content).entries()) this.open(index, asRecord(block) ?? {});
  }

  private open(index: number, block: JsonObject): void {
    this.blocks.set(index, { fields: new Map(Object.entries(block)), input: [] });
  }

  private extend(index: number, { type: _type, ...delta }: JsonObject): void {
    const block = this.blocks.get(index);
    if (!block) return;
    for (const [name, value] of Object.entries(delta)) {
      if (name === 'partial_json') block.input.push(asText(value));
      else if (name === 'citation') append(block.fields, 'citations', [value]);
      else append(block.fields, name, value);
    }
  }

  private update(fields: JsonObject): void {
    for (const [name, value] of Object.entries(fields)) this.fields.set(name, updated(this.fields.get(name), value));
  }
}

function append(fields: Map<string, unknown>, name: string, value: unknown): void {
  fields.set(name, appended(fields.get(name), value));
}
