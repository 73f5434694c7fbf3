import { claudeVersionOf, type DroppedFields, type JsonObject, asList, asText, isJsonObject } from '@formats';
import { type BodyDraft, draftOf } from '../../openai-compatible/body-draft';
import { EAGER_STREAMING_BETA, hasBeta, sortBetas } from './betas';
import { changeBlocks, changeContent, changeItems } from './change-blocks';
import { dropForeignTools, dropNamed, refuseDistantState } from './foreign-parts';

/** Names the wire format of the body; the provider requires it. */
const BEDROCK_VERSION = 'bedrock-2023-05-31';

/** Fields that the Messages API has and this provider does not. */
const UNAVAILABLE = ['metadata', 'service_tier', 'speed', 'inference_geo', 'container', 'mcp_servers'] as const;

/**
 * Types of tools that callers run themselves, and of the search among tools. A tool of any other type would run at
 * Anthropic.
 */
const KNOWN_TOOL_TYPE = /^(?:custom$|bash_|text_editor_|computer_|memory_|tool_search_tool_)/;

/** The first versions with a feature, in the numbering of `claudeVersionOf`. */
const FIRST_WITH_LONG_CACHE = 405;
const FIRST_WITH_EFFORT = 406;
const FIRST_WITHOUT_FORMAT = 407;

interface BodyOptions {
  /** The gateway's name or the provider's id; only the version in it matters. */
  readonly model: string;
  /** The caller's `anthropic-beta` header; empty when there is none. */
  readonly betaHeader: string;
  readonly dropped: DroppedFields;
}

/**
 * Turns a body of the Messages API into one that InvokeModel accepts; what it cannot accept is left out and named in
 * the dropped fields. Source: "Anthropic Claude Messages API" in the Amazon Bedrock user guide, read 2026-08.
 *
 * @param body never changed; what needs no change is shared with the result
 * @throws CallRefusal for images and documents that are not in the body itself
 */
export function bedrockBody(body: JsonObject, { model, betaHeader, dropped }: BodyOptions): JsonObject {
  refuseDistantState(body);
  const version = claudeVersionOf(model) ?? Infinity;
  const draft = draftOf(body, model);
  const betas = takeBetas(draft, betaHeader, dropped);
  draft.drop('model', 'stream');
  dropNamed(draft, dropped, ...UNAVAILABLE);
  if (!hasBeta(betas, 'context-management-')) dropNamed(draft, dropped, 'context_management');
  adaptTools(draft, betas, dropped);
  adaptOutput(draft, version, betas, dropped);
  adaptMarks(draft, version, dropped);
  draft.set('anthropic_version', BEDROCK_VERSION);
  if (betas.length > 0) draft.set('anthropic_beta', betas);
  return draft.fields;
}

/**
 * True when the model would refuse `strict` tools and the schema of a structured answer, which then has to be requested
 * as a tool. A model that is addressed by a profile (`arn:…`) is taken to accept both.
 */
export function refusesOutputFormat(model: string): boolean {
  return !model.startsWith('arn:') && (claudeVersionOf(model) ?? 0) >= FIRST_WITHOUT_FORMAT;
}

function takeBetas(draft: BodyDraft, header: string, dropped: DroppedFields): string[] {
  const listed = [...asList(draft.fields.anthropic_beta), ...asList(draft.fields.betas)].map(asText);
  const { known, hasUnknown } = sortBetas(header, listed);
  if (hasUnknown) dropped.add('anthropic_beta');
  draft.drop('anthropic_beta', 'betas');
  return [...known];
}

function adaptTools(draft: BodyDraft, betas: string[], dropped: DroppedFields): void {
  dropForeignTools(draft, KNOWN_TOOL_TYPE, dropped);
  const changed = changeItems(draft.fields.tools, tool => {
    const { eager_input_streaming: isEager, strict, ...rest } = tool;
    if (isEager === true && !betas.includes(EAGER_STREAMING_BETA)) betas.push(EAGER_STREAMING_BETA);
    const refusesStrict = strict !== undefined && refusesOutputFormat(draft.model);
    if (refusesStrict) dropped.add('tools.strict');
    if (isEager === undefined && !refusesStrict) return tool;
    return strict === undefined || refusesStrict ? rest : { ...rest, strict };
  });
  replace(draft, 'tools', changed);
  adaptToolChoice(draft, dropped);
}

/** The provider accepts only the type and the name of a tool choice. */
function adaptToolChoice(draft: BodyDraft, dropped: DroppedFields): void {
  const choice = draft.fields.tool_choice;
  if (!isJsonObject(choice)) return;
  const { type, name, ...rest } = choice;
  if (Object.keys(rest).length === 0) return;
  if (rest.disable_parallel_tool_use === true) dropped.add('parallel_tool_calls');
  draft.set('tool_choice', { type, ...(name === undefined ? {} : { name }) });
}

function adaptOutput(draft: BodyDraft, version: number, betas: readonly string[], dropped: DroppedFields): void {
  const output = draft.fields.output_config;
  if (!isJsonObject(output)) return;
  const { effort, format, ...rest } = output;
  const keepsEffort = effort !== undefined && (version >= FIRST_WITH_EFFORT || hasBeta(betas, 'effort-'));
  const keepsFormat = format !== undefined && !refusesOutputFormat(draft.model);
  if (effort !== undefined && !keepsEffort) dropped.add('output_config.effort');
  if (format !== undefined && !keepsFormat) dropped.add('output_config.format');
  const kept = { ...rest, ...(keepsEffort && { effort }), ...(keepsFormat && { format }) };
  if (Object.keys(kept).length === Object.keys(output).length) return;
  if (Object.keys(kept).length === 0) draft.drop('output_config');
  else draft.set('output_config', kept);
}

function adaptMarks(draft: BodyDraft, version: number, dropped: DroppedFields): void {
  const change = (block: JsonObject): JsonObject => withPlainMark(block, version, dropped);
  replace(draft, 'system', changeBlocks(draft.fields.system, change));
  replace(draft, 'tools', changeItems(draft.fields.tools, change));
  const messages = changeItems(draft.fields.messages, message => changeContent(message, change));
  replace(draft, 'messages', messages);
}

function replace(draft: BodyDraft, field: string, value: unknown): void {
  if (value !== draft.fields[field]) draft.set(field, value);
}

/** A cache mark may hold a type and, on newer models, a lifetime; `scope` is understood by Anthropic alone. */
function withPlainMark(block: JsonObject, version: number, dropped: DroppedFields): JsonObject {
  const mark = block.cache_control;
  if (!isJsonObject(mark)) return block;
  const { scope, ttl, ...rest } = mark;
  const refusesTtl = ttl === '1h' && version < FIRST_WITH_LONG_CACHE;
  if (scope === undefined && !refusesTtl) return block;
  dropped.add('message.cache_control');
  return { ...block, cache_control: { ...rest, ...(ttl === undefined || refusesTtl ? {} : { ttl }) } };
}
