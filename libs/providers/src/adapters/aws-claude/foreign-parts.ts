import {
  refuseForcedTool,
  type DroppedFields,
  refuseThread,
  CallRefusal,
  type JsonObject,
  asRecord,
  asText,
  isJsonObject,
} from '@formats';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { changeBlocks, changeContent, changeItems } from './change-blocks';

/* Parts of a Messages body that only Anthropic itself can serve; clouds that host its models cannot. */

/**
 * Refuses a body that refers to state outside the body.
 *
 * @throws CallRefusal for images and documents that stand in the body as an address or as a file stored at Anthropic,
 *   and for a conversation that Anthropic keeps
 */
export function refuseDistantState(body: JsonObject): void {
  const refusal = refuseThread(body);
  if (refusal) throw refusal;
  const refuse = (block: JsonObject): JsonObject => {
    refuseDistantSource(block);
    return block;
  };
  changeBlocks(body.system, refuse);
  changeItems(body.messages, message => changeContent(message, refuse));
}

function refuseDistantSource({ type, source }: JsonObject): void {
  const kind = isJsonObject(source) ? source.type : undefined;
  if (kind !== 'url' && kind !== 'file') return;
  throw new CallRefusal(
    `messages: ${asText(type) || 'media'} by ${kind} is not supported by this model, send it as base64`,
  );
}

/**
 * Leaves out tools that would run at Anthropic.
 *
 * @param knownTypes types of tools that stay; tools without a type are the caller's own
 * @throws CallRefusal when the caller insists on a tool that is left out
 */
export function dropForeignTools(draft: BodyDraft, knownTypes: RegExp, dropped: DroppedFields): void {
  const given = draft.fields.tools;
  if (!Array.isArray(given)) return;
  const kept = given.filter(tool => {
    const type = isJsonObject(tool) ? tool.type : undefined;
    const isKnown = typeof type !== 'string' || knownTypes.test(type);
    if (!isKnown) dropped.add(`tools.${type}`);
    return isKnown;
  });
  const choice = asRecord(draft.fields.tool_choice);
  const name = choice?.name;
  const isOffered = name === undefined || kept.some(tool => isJsonObject(tool) && tool.name === name);
  const isForced = choice?.type === 'tool' || choice?.type === 'any';
  if (isForced && kept.length < given.length && (kept.length === 0 || !isOffered)) throw refuseForcedTool();
  if (kept.length === 0) return draft.drop('tools', 'tool_choice');
  if (kept.length < given.length) draft.set('tools', kept);
  if (!isOffered) dropNamed(draft, dropped, 'tool_choice');
}

/** Leaves fields out and names those with a value other than null in the dropped fields. */
export function dropNamed(draft: BodyDraft, dropped: DroppedFields, ...fields: readonly string[]): void {
  for (const field of fields) {
    if (draft.has(field) && draft.fields[field] !== null) dropped.add(field);
    draft.drop(field);
  }
}
