import { continues } from './call-tracker';
import { KnownCalls } from '../canonical/known-calls';
import { type JsonObject, asRecord, asText, isJsonObject } from '../json/read-value';
import { argumentsText, callIdFor, fieldsBesides } from './chunk-fields';

const CALL_FIELDS = new Set(['index', 'id', 'type', 'function', 'custom']);
const BODY_FIELDS = new Set(['name', 'arguments', 'input']);

interface OpenCall {
  readonly pieces: string[];
  hasArguments: boolean;
  id: string;
  type: string;
  name: string;
  isCustom: boolean;
  bodyFields: JsonObject;
  otherFields: JsonObject;
}

/** Collects the tool calls of one choice from their parts. Ids and names may be repeated, or come as empty texts. */
export class CallCollector {
  private readonly calls: OpenCall[] = [];
  private readonly known = new KnownCalls<OpenCall>();

  get isEmpty(): boolean {
    return this.calls.length === 0;
  }

  /** @param position of the part in its chunk's list */
  add(part: unknown, position: number): void {
    if (!isJsonObject(part)) return;
    const custom = asRecord(part.custom);
    const body = custom ?? asRecord(part.function) ?? {};
    const call = this.findCall(part, body, position) ?? this.open(part, position);
    call.id ||= asText(part.id);
    this.known.identify(call, call.id);
    call.type ||= asText(part.type);
    call.name ||= asText(body.name);
    call.isCustom ||= custom !== null;
    call.bodyFields = { ...call.bodyFields, ...fieldsBesides(body, BODY_FIELDS) };
    call.otherFields = { ...call.otherFields, ...fieldsBesides(part, CALL_FIELDS) };
    const piece = argumentsText(body.arguments ?? body.input);
    call.hasArguments ||= piece !== '';
    call.pieces.push(piece);
  }

  /** The calls as a whole message holds them, in the order in which they began. */
  result(choiceIndex: number): JsonObject[] {
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

  private findCall(part: JsonObject, body: JsonObject, position: number): OpenCall | undefined {
    const id = asText(part.id);
    const known = this.known.find(part, position);
    return known && continues(known, id, asText(body.name)) ? known : undefined;
  }

  private open(part: JsonObject, position: number): OpenCall {
    const call: OpenCall = {
      pieces: [],
      hasArguments: false,
      id: '',
      type: '',
      name: '',
      isCustom: false,
      bodyFields: {},
      otherFields: {},
    };
    this.calls.push(call);
    this.known.begin(call, part, position);
    return call;
  }
}
