import {
  decodeSeal,
  isEnvelope,
  mayHoldEnvelopes,
  openSealedId,
  INCLUDE_LOGPROBS,
  INCLUDE_REASONING,
  writeCall,
  type DroppedFields,
  type JsonObject,
  asList,
  asRecord,
  asText,
  isJsonObject,
} from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { type BodyDraft, draftOf } from '../../openai-compatible/body-draft';
import { fittedEffort } from './efforts';
import { effortSuffix, familyOf } from './models';
import { mayEncryptReasoning } from './responses-models';

/**
 * A draft of the caller's own Responses body. It changes only an effort in the model's name, and what this gateway
 * wrote into other providers' answers earlier in the conversation.
 */
export function draftOfNative(call: UpstreamCall): BodyDraft {
  const draft = draftOf(call.parsed, call.model);
  moveEffort(draft);
  if (mayHoldEnvelopes(call.body)) openEnvelopes(draft, call);
  return draft;
}

/**
 * A draft of a Responses body for a chat of another format, without what the model refuses.
 *
 * @param behind the model whose rules apply, when the account uses another name for it
 */
export function draftOfConverted(call: UpstreamCall, behind?: string): BodyDraft {
  const body = writeCall(call.chat(), { model: call.model, isStream: call.isStream }, call.dropped);
  const draft = draftOf(body, call.model);
  moveEffort(draft);
  const model = behind === undefined ? draft.model : (effortSuffix(behind)?.model ?? behind);
  fitEffort(draft, model, call.dropped);
  const family = familyOf(model);
  const effort = asRecord(draft.fields.reasoning)?.effort ?? family.defaultEffort;
  const isDeterministic = family.isReasoning && (!family.samplesWithoutEffort || effort !== 'none');
  const refused = isDeterministic ? ['temperature', 'top_p', 'top_logprobs'] : [];
  for (const field of refused) {
    if (draft.has(field)) call.dropped.add(field);
    draft.drop(field);
  }
  keepIncludes(draft, include => {
    if (include === INCLUDE_REASONING) return mayEncryptReasoning(model);
    if (include !== INCLUDE_LOGPROBS || !isDeterministic) return true;
    call.dropped.add('logprobs');
    return false;
  });
  return draft;
}

/** `o3-mini-high` means o3-mini with high effort, unless the caller named an effort. */
function moveEffort(draft: BodyDraft): void {
  const suffix = effortSuffix(draft.model);
  if (!suffix) return;
  draft.model = suffix.model;
  const reasoning = asRecord(draft.fields.reasoning) ?? {};
  if (!reasoning.effort) draft.set('reasoning', { ...reasoning, effort: suffix.effort });
}

/**
 * Replaces an effort that the model does not accept by the nearest one; a model refuses efforts that it does not know.
 */
function fitEffort(draft: BodyDraft, model: string, dropped: DroppedFields): void {
  const reasoning = asRecord(draft.fields.reasoning);
  if (!reasoning) return;
  const { effort: wanted, ...rest } = reasoning;
  const effort = fittedEffort(wanted, model, dropped);
  if (effort === wanted) return;
  if (effort !== null) draft.set('reasoning', { ...rest, effort });
  else if (Object.keys(rest).length > 0) draft.set('reasoning', rest);
  else draft.drop('reasoning');
}

function keepIncludes(draft: BodyDraft, isKept: (include: unknown) => boolean): void {
  const includes = asList(draft.fields.include);
  const kept = includes.filter(isKept);
  if (kept.length === includes.length) return;
  if (kept.length > 0) draft.set('include', kept);
  else draft.drop('include');
}

/**
 * Takes this provider's own seals out of their envelopes and leaves out those of other providers, which it would
 * refuse.
 */
function openEnvelopes(draft: BodyDraft, call: UpstreamCall): void {
  const { input } = draft.fields;
  if (!Array.isArray(input)) return;
  draft.set(
    'input',
    (input as readonly unknown[]).flatMap((item): readonly unknown[] =>
      isJsonObject(item) ? openedItem(item, call) : [item],
    ),
  );
}

function openedItem(item: JsonObject, call: UpstreamCall): readonly JsonObject[] {
  const envelope = asText(item.encrypted_content);
  const sealed = decodeSeal(envelope);
  if (sealed?.seal.provider === 'openai') {
    const { id, value } = sealed.seal;
    return [{ ...item, encrypted_content: value, ...(id !== undefined && { id }) }];
  }
  if (isEnvelope(envelope)) {
    call.dropped.add('message.reasoning_signature');
    return [];
  }
  const shownId = item.call_id;
  if (typeof shownId !== 'string') return [item];
  const { id } = openSealedId(shownId);
  if (id === shownId) return [item];
  call.dropped.add('message.reasoning_signature');
  return [{ ...item, call_id: id }];
}
