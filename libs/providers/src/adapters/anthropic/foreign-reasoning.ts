import {
  decodeSeal,
  isEnvelope,
  mayHoldEnvelopes,
  CallIds,
  openSealedId,
  type JsonObject,
  asList,
  asText,
  at,
  isJsonObject,
} from '@formats';
import { type UpstreamCall } from '../../contract/upstream';

/*
 * Other providers may have given earlier answers of a conversation. What the gateway wrote into those answers
 * (reasoning without a signature, envelopes, ids with envelopes, citations without proof) stands in the caller's
 * history and would be refused: the provider takes back only what it has signed itself.
 */

/** The prefix of edits of the context that the provider refuses while thinking is off. */
const CLEARS_THINKING = 'clear_thinking_';

/**
 * Returns the caller's fields with a history that the provider accepts: its own reasoning is taken out of its envelope,
 * reasoning of other providers is left out and named in the dropped fields. Returns the very same object when nothing
 * has to change.
 */
export function withoutForeignReasoning(fields: JsonObject, call: UpstreamCall): JsonObject {
  const messages = fields.messages;
  if (!Array.isArray(messages)) return fields;
  const opener = new HistoryOpener(call);
  const opened = messages.flatMap((message: unknown) => opener.message(message));
  return opener.hasChanged ? { ...fields, messages: opened } : fields;
}

/**
 * Switches a thinking budget off where the provider would refuse it: inside a tool loop that began without signed
 * thinking. Returns the very same object when nothing has to change.
 */
export function withoutUnsignedBudget(fields: JsonObject, { dropped }: UpstreamCall): JsonObject {
  if (at(fields, 'thinking', 'type') !== 'enabled' || !isLoopUnsigned(asList(fields.messages))) return fields;
  dropped.add('reasoning.budget_tokens');
  const off: JsonObject = { ...fields, thinking: { type: 'disabled' } };
  const { context_management: management, ...rest } = off;
  if (!isJsonObject(management)) return management === undefined ? rest : { ...rest, context_management: management };
  const edits = asList(management.edits);
  const kept = edits.filter(edit => !asText(at(edit, 'type')).startsWith(CLEARS_THINKING));
  return kept.length === 0 ? rest : { ...rest, context_management: { ...management, edits: kept } };
}

/** True when the last message holds tool results and the message before it does not begin with thinking. */
function isLoopUnsigned(messages: readonly unknown[]): boolean {
  const results = asList(at(messages.at(-1), 'content'));
  if (!results.some(block => at(block, 'type') === 'tool_result')) return false;
  const opening = asText(at(messages.at(-2), 'content', 0, 'type'));
  return opening !== 'thinking' && opening !== 'redacted_thinking';
}

class HistoryOpener {
  hasChanged = false;
  private readonly ids: CallIds | null;

  constructor(private readonly call: UpstreamCall) {
    this.ids = mayHoldEnvelopes(call.body) ? new CallIds() : null;
  }

  /** Returns the message without what the provider refuses; empty when the message held nothing else. */
  message(message: unknown): readonly unknown[] {
    if (!isJsonObject(message) || !Array.isArray(message.content)) return [message];
    const given: readonly unknown[] = message.content;
    const content = given.flatMap((block): readonly unknown[] => (isJsonObject(block) ? this.block(block) : [block]));
    if (content.length === given.length && content.every((block, index) => block === given[index])) return [message];
    this.hasChanged = true;
    return content.length === 0 ? [] : [{ ...message, content }];
  }

  private block(block: JsonObject): readonly JsonObject[] {
    switch (block.type) {
      case 'thinking':
        return this.reasoning(block, asText(block.signature));
      case 'redacted_thinking':
        return this.reasoning(block, asText(block.data));
      case 'text':
        return [this.cited(block)];
      case 'tool_use':
        return [this.withId(block, 'id', (id, ids) => ids.begin(id))];
      case 'tool_result':
        return [this.withId(block, 'tool_use_id', (id, ids) => ids.find(id) ?? id)];
      default:
        return [block];
    }
  }

  private reasoning(block: JsonObject, proof: string): readonly JsonObject[] {
    if (proof !== '' && !isEnvelope(proof)) return [block];
    const sealed = decodeSeal(proof);
    if (sealed?.seal.provider === 'anthropic') {
      const { kind, value } = sealed.seal;
      if (kind === 'redacted') return [{ type: 'redacted_thinking', data: value }];
      return [{ type: 'thinking', thinking: asText(block.thinking) || sealed.text, signature: value }];
    }
    if (asText(block.thinking) !== '') this.call.dropped.add('message.reasoning');
    if (proof !== '') this.call.dropped.add('message.reasoning_signature');
    return [];
  }

  /** Keeps only citations that carry the provider's proof. */
  private cited(block: JsonObject): JsonObject {
    const given = asList(block.citations);
    if (given.length === 0) return block;
    const kept = given.filter(citation => at(citation, 'encrypted_index') !== '');
    if (kept.length === given.length) return block;
    this.call.dropped.add('message.citations');
    const { citations: _citations, ...rest } = block;
    return kept.length === 0 ? rest : { ...rest, citations: kept };
  }

  /** Ids without their envelopes may repeat, so each is made unique, in the call and in its result alike. */
  private withId(block: JsonObject, key: string, place: (id: string, ids: CallIds) => string): JsonObject {
    const shown = block[key];
    if (!this.ids || typeof shown !== 'string') return block;
    const { id: bare, sealed } = openSealedId(shown);
    if (sealed.length > 0) this.call.dropped.add('message.reasoning_signature');
    const id = place(bare, this.ids);
    return id === shown ? block : { ...block, [key]: id };
  }
}
