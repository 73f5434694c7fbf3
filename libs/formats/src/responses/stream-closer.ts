import { writeSse } from '@kernel';
import { type EarlyEnd, type StreamCloser } from '../canonical/chat-format';
import { type JsonObject, asText, isJsonObject } from '../json/read-value';
import { writeResponsesUsage } from './usage';

/** An output item that has begun, with the pieces of its parts by field and number. */
interface OpenItem {
  readonly item: JsonObject;
  readonly pieces: Map<string, string[]>;
  readonly parts: Map<number, JsonObject>;
}

const CALL_FIELDS: Readonly<Record<string, string>> = {
  'response.function_call_arguments.delta': 'arguments',
  'response.custom_tool_call_input.delta': 'input',
};
const PART_FIELDS: Readonly<Record<string, string>> = {
  'response.output_text.delta': 'text',
  'response.refusal.delta': 'refusal',
  'response.reasoning_text.delta': 'text',
};

/** Ends a passed Responses stream: closes open parts and items as they are, then the response as incomplete. */
export class ResponseCloser implements StreamCloser {
  private response: JsonObject = {};
  private sequence = -1;
  private readonly done = new Map<number, JsonObject>();
  private readonly open = new Map<number, OpenItem>();

  see(payload: unknown): void {
    if (!isJsonObject(payload)) return;
    const { type, sequence_number: sequence, response, output_index: output, item } = payload;
    if (typeof sequence === 'number') this.sequence = sequence;
    if (isJsonObject(response)) this.response = response;
    if (typeof output !== 'number' || typeof type !== 'string') return;
    if (type === 'response.output_item.added' && isJsonObject(item)) {
      this.open.set(output, { item, pieces: new Map(), parts: new Map() });
    } else if (type === 'response.output_item.done' && isJsonObject(item)) {
      this.open.delete(output);
      this.done.set(output, item);
    } else this.add(type, payload, this.open.get(output));
  }

  close({ usage }: EarlyEnd): string {
    const events = [...this.open].flatMap(([output, open]) => this.closeItem(output, open));
    const items = [...this.done].sort(([first], [second]) => first - second).map(([, item]) => item);
    const response = {
      ...this.response,
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: items,
      usage: writeResponsesUsage(usage),
    };
    return [...events, this.event('response.incomplete', { response })].join('');
  }

  private add(type: string, payload: JsonObject, open: OpenItem | undefined): void {
    if (!open) return;
    const { content_index: content, summary_index: summary, part, delta } = payload;
    if (type === 'response.content_part.added' && typeof content === 'number' && isJsonObject(part)) {
      open.parts.set(content, part);
    }
    if (typeof delta !== 'string') return;
    const field = CALL_FIELDS[type];
    if (field !== undefined) push(open, field, delta);
    else if (type === 'response.reasoning_summary_text.delta') push(open, `summary ${String(summary)}`, delta);
    else if (PART_FIELDS[type] !== undefined) push(open, `part ${String(content)}`, delta);
  }

  private closeItem(output: number, { item, pieces, parts }: OpenItem): readonly string[] {
    const place = { item_id: item.id, output_index: output };
    const events: string[] = [];
    const content: JsonObject[] = [];
    for (const [index, begun] of parts) {
      const field = begun.type === 'refusal' ? 'refusal' : 'text';
      const text = asText(begun[field]) + (pieces.get(`part ${index}`) ?? []).join('');
      const part = { ...begun, [field]: text };
      content.push(part);
      const where = { ...place, content_index: index };
      const type = begun.type === 'refusal' ? 'response.refusal.done' : `response.${String(begun.type)}.done`;
      events.push(
        this.event(type, { ...where, [field]: text }),
        this.event('response.content_part.done', { ...where, part }),
      );
    }
    const summary = [...pieces].flatMap(([key, texts]) =>
      key.startsWith('summary ') ? [{ type: 'summary_text', text: texts.join('') }] : [],
    );
    const whole = {
      ...item,
      ...(content.length > 0 && { content }),
      ...(summary.length > 0 && { summary }),
      ...calledWith(pieces),
      ...('status' in item && { status: 'incomplete' }),
    };
    this.done.set(output, whole);
    return [...events, this.event('response.output_item.done', { output_index: output, item: whole })];
  }

  private event(type: string, fields: JsonObject): string {
    this.sequence += 1;
    return writeSse(JSON.stringify({ type, sequence_number: this.sequence, ...fields }), type);
  }
}

function push({ pieces }: OpenItem, key: string, piece: string): void {
  const known = pieces.get(key);
  if (known) known.push(piece);
  else pieces.set(key, [piece]);
}

function calledWith(pieces: ReadonlyMap<string, readonly string[]>): JsonObject {
  const fields = Object.values(CALL_FIELDS).filter(field => pieces.has(field));
  return Object.fromEntries(fields.map(field => [field, (pieces.get(field) ?? []).join('')]));
}
