import { budgetOf, type ReasoningEffort, reasoningEfforts, at, isRecord } from '@formats';
import { type UpstreamCall } from '../spec/upstream';
import { changeMessages, renameRole, straightenContent } from '../toolkit/adapt-messages';
import { type BodyDraft } from '../toolkit/body-draft';
import { isForeignChat } from '../toolkit/chat-conversion';
import { OPENAI_ONLY_FIELDS, dropFields } from '../toolkit/drop-fields';
import { takeSearchOptions } from '../toolkit/search-options';
import { alwaysThinks, isOpenThinker, isStreamOnly, withoutSearchSuffix } from './route';

/** What models that speak are told as OpenAI's are. */
const SPOKEN: readonly string[] = ['modalities', 'audio'];

const toSystem = renameRole({ developer: 'system' });

/** Changes a body of the OpenAI form for the compatible mode; source: its API reference, read 2026-08. */
export function adaptQwenChat(draft: BodyDraft, call: UpstreamCall): void {
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

/** The caller's own `enable_thinking` and `thinking_budget` win over what an effort would mean. */
function adaptThinking(draft: BodyDraft, call: UpstreamCall): void {
  const budget = requestedBudget(draft, call);
  draft.drop('reasoning_effort');
  if (budget === null) return;
  if (!draft.has('enable_thinking')) draft.set('enable_thinking', budget !== 0);
  if (budget > 0 && !draft.has('thinking_budget')) draft.set('thinking_budget', budget);
}

/**
 * A model may not be made to call a tool while it thinks: the call matters more than a request for thinking. A model that
 * cannot but think is only asked. The caller's own `enable_thinking` is for the provider to judge.
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

/** One of the tools, or any, by name or by a list of names. */
function isForced(choice: unknown): boolean {
  if (choice === 'required') return true;
  return isRecord(choice) && (choice.type !== 'allowed_tools' || at(choice, 'allowed_tools', 'mode') === 'required');
}

/** Callers of other formats may have named a budget, which an effort would only tell roughly. */
function requestedBudget(draft: BodyDraft, call: UpstreamCall): number | null {
  if (call.format !== 'openai') return budgetOf(call.chat().settings.reasoning);
  const effort = draft.fields.reasoning_effort;
  return isEffort(effort) ? budgetOf({ effort }) : null;
}

function isEffort(value: unknown): value is ReasoningEffort {
  return (reasoningEfforts as readonly unknown[]).includes(value);
}

/** Some models only stream: the relay puts the stream together for callers who asked for one answer. */
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
