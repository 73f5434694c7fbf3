import { type UnknownRecord, asRecord, asText, isRecord } from './read-value';
import { argumentsText, callIdFor, fieldsBesides } from './reshape-chat-fields';

const CALL_FIELDS = new Set(['index', 'id', 'type', 'function', 'custom']);
const BODY_FIELDS = new Set(['name', 'arguments', 'input']);

interface OpenCall {
  readonly index: number | null;
  readonly position: number;
  readonly pieces: string[];
  id: string;
  type: string;
  name: string;
  isCustom: boolean;
  bodyFields: UnknownRecord;
  otherFields: UnknownRecord;
}

/**
 * Puts the tool calls of one choice together. An index is trusted when it is there; without one, the id and then the
 * position tell to which call a part belongs. Ids and names may be repeated, or come as empty texts.
 */
export class CallCollector {
  private readonly calls: OpenCall[] = [];

  get isEmpty(): boolean {
    return this.calls.length === 0;
  }

  /** @param position of the part in its chunk's list */
  add(part: unknown, position: number): void {
    if (!isRecord(part)) return;
    const custom = asRecord(part['custom']);
    const body = custom ?? asRecord(part['function']) ?? {};
    const call = this.findCall(part, body, position) ?? this.open(part, position);
    call.id ||= asText(part['id']);
    call.type ||= asText(part['type']);
    call.name ||= asText(body['name']);
    call.isCustom ||= custom !== null;
    call.bodyFields = { ...call.bodyFields, ...fieldsBesides(body, BODY_FIELDS) };
    call.otherFields = { ...call.otherFields, ...fieldsBesides(part, CALL_FIELDS) };
    call.pieces.push(argumentsText(body['arguments'] ?? body['input']));
  }

  /** The calls as a whole message holds them, in the order of their beginning. */
  result(choiceIndex: number): UnknownRecord[] {
    return this.calls.map((call, position) => {
      const kind = call.isCustom ? 'custom' : 'function';
      const argument = call.isCustom ? 'input' : 'arguments';
      return {
        ...call.otherFields,
        id: call.id || callIdFor(choiceIndex, position),
        type: call.type || kind,
        [kind]: { ...call.bodyFields, name: call.name, [argument]: call.pieces.join('') },
      };
    });
  }

  private findCall(part: UnknownRecord, body: UnknownRecord, position: number): OpenCall | undefined {
    const id = asText(part['id']);
    const { index } = part;
    const known =
      typeof index === 'number'
        ? this.calls.findLast(call => call.index === index)
        : ((id === '' ? undefined : this.calls.find(call => call.id === id)) ??
          this.calls.findLast(call => call.position === position));
    return known && continues(known, id, asText(body['name'])) ? known : undefined;
  }

  private open(part: UnknownRecord, position: number): OpenCall {
    const index = typeof part['index'] === 'number' ? part['index'] : null;
    const call: OpenCall = {
      index,
      position,
      pieces: [],
      id: '',
      type: '',
      name: '',
      isCustom: false,
      bodyFields: {},
      otherFields: {},
    };
    this.calls.push(call);
    return call;
  }
}

/** Another id at the same place is another call, and so is another name once arguments have begun. */
function continues(call: OpenCall, id: string, name: string): boolean {
  if (id !== '' && call.id !== '' && id !== call.id) return false;
  const isSameId = id !== '' && id === call.id;
  const hasOtherName = name !== '' && call.name !== '' && name !== call.name;
  return isSameId || !(hasOtherName && call.pieces.some(piece => piece !== ''));
}
