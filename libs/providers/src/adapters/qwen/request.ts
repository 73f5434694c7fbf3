import { budgetOf, type ReasoningEffort, reasoningEfforts, at, isJsonObject } from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { changeMessages, renameRole, straightenContent } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { isForeignChat } from '../../openai-compatible/chat-conversion';
import { OPENAI_ONLY_FIELDS, dropFields } from '../../openai-compatible/drop-fields';
import { takeSearchOptions } from '../../openai-compatible/search-options';
import { alwaysThinks, isOpenThinker, isStreamOnly, withoutSearchSuffix } from './models';

/** Fields that models with audio output understand as OpenAI's do. */
const SPOKEN: readonly string[] = ['modalities', 'audio'];

const toSystem = renameRole({ developer: 'system' });

/** Adapts a body of the OpenAI form to the compatible mode; source: its API reference, read 2026-08. */
export function adaptQwenBody(draft: BodyDraft, call: UpstreamCall): void {
  const { model, searches } = withoutSearchSuffix(draft.model);
  draft.model = model;
  const wantsSearch = takeSearchOptions(draft, call.dropped) || searches;
  if (wantsSearch && !draft.has('enable_search')) draft.set('enable_search', true);
  adaptThinking(draft, call);
  adaptForcedChoice(draft, call);
  adaptStream(draft, call);
  if (isForeignChat(call))
    dropFields(draft, call.dropped, ...OPENAI_ONLY_FIELDS.filter(name => !SPOKEN.includes(name)));
  changeMessages(draft, toSystem);
  changeMessages(draft, straightenContent);
}

/** The caller's own `enable_thinking` and `thinking_budget` take precedence over an effort. */
function adaptThinking(draft: BodyDraft, call: UpstreamCall): void {
  const budget = requestedBudget(draft, call);
  draft.drop('reasoning_effort');
  if (budget === null) return;
  if (!draft.has('enable_thinking')) draft.set('enable_thinking', budget !== 0);
  if (budget > 0 && !draft.has('thinking_budget')) draft.set('thinking_budget', budget);
}

/**
 * A model cannot be forced to call a tool while it thinks, so thinking is switched off: the call matters more. A model
 * that always thinks gets the choice `auto` instead. The caller's own `enable_thinking` stays, and the provider
 * decides.
 */
function adaptForcedChoice(draft: BodyDraft, call: UpstreamCall): void {
  if (!isForced(draft.fields.tool_choice)) return;
  if (alwaysThinks(draft.model)) {
    call.dropped.add('tool_choice');
    draft.set('tool_choice', 'auto');
    return;
  }
  const isPreferred = draft.fields.enable_thinking === true;
  const isOwn = call.format === 'openai' && Object.hasOwn(call.parsed, 'enable_thinking');
  if (isOwn || !(isPreferred || isOpenThinker(draft.model))) return;
  if (isPreferred) call.dropped.add('reasoning_effort');
  draft.set('enable_thinking', false);
  draft.drop('thinking_budget');
}

/** True when the choice requires a call: of any tool, of a named tool, or of a tool from a list. */
function isForced(choice: unknown): boolean {
  if (choice === 'required') return true;
  return (
    isJsonObject(choice) && (choice.type !== 'allowed_tools' || at(choice, 'allowed_tools', 'mode') === 'required')
  );
}

/** Callers of other formats may have set a budget, which an effort would express only roughly. */
function requestedBudget(draft: BodyDraft, call: UpstreamCall): number | null {
  if (call.format !== 'openai') return budgetOf(call.chat().settings.reasoning);
  const effort = draft.fields.reasoning_effort;
  return isEffort(effort) ? budgetOf({ effort }) : null;
}

function isEffort(value: unknown): value is ReasoningEffort {
  return (reasoningEfforts as readonly unknown[]).includes(value);
}

/** Some models only stream: the relay joins the stream for callers who did not request one. */
function adaptStream(draft: BodyDraft, call: UpstreamCall): void {
  if (call.isStream) return;
  if (mustStream(draft)) {
    draft.set('stream', true);
    draft.set('stream_options', { include_usage: true });
  } else if (isOpenThinker(draft.model) && !draft.has('enable_thinking')) draft.set('enable_thinking', false);
}

function mustStream(draft: BodyDraft): boolean {
  if (isStreamOnly(draft.model)) return true;
  return isOpenThinker(draft.model) && (/thinking/i.test(draft.model) || draft.fields.enable_thinking === true);
}
