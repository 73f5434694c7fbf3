import { Fields } from '../canonical/fields';
import {
  type ChatBlock,
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  type ReasoningEffort,
  type ReasoningOptions,
  type ResponseFormat,
  reasoningEfforts,
} from '../canonical/chat';
import { type JsonObject, asRecord, asText, isJsonObject } from '../json/read-value';
import { withoutBillingLine } from './billing-line';
import { type ExtraFields, readContent } from './read-content';
import { readToolChoice, readTools } from './read-tools';

/** Fields that do not affect the answer, or that the relay has handled. */
const HANDLED = ['model', 'stream', 'anthropic_version'] as const;

/** Reads the body of a Messages call. Source: 'Messages' of Anthropic's API reference, read 2026-08. */
export function readMessagesCall(parsed: JsonObject): ChatCall {
  const names = new Set<string>();
  const extraFields: ExtraFields = name => names.add(name);
  const fields = new Fields(parsed);
  fields.ignore(...HANDLED);
  const messages = [...readSystem(fields.any('system'), extraFields), ...readMessages(fields, extraFields)];
  const tools = readTools(fields.list('tools') ?? [], extraFields);
  const settings = readSettings(fields, extraFields);
  for (const name of fields.rest) names.add(name);
  return { messages, tools, settings, extraFields: [...names] };
}

function readSystem(system: unknown, extraFields: ExtraFields): ChatMessage[] {
  const blocks = instructions(system, extraFields);
  return blocks.length > 0 ? [{ role: 'system', blocks }] : [];
}

/** The first text may begin with a line that is meant for the provider only. */
function instructions(content: unknown, extraFields: ExtraFields): ChatBlock[] {
  const [first, ...rest] = readContent(content, extraFields);
  if (first?.type !== 'text') return first ? [first, ...rest] : rest;
  const text = withoutBillingLine(first.text);
  return text === '' ? rest : [{ ...first, text }, ...rest];
}

function readMessages(fields: Fields, extraFields: ExtraFields): ChatMessage[] {
  return (fields.list('messages') ?? []).flatMap(message => {
    if (isJsonObject(message)) return [readMessage(new Fields(message), extraFields)];
    extraFields('messages');
    return [];
  });
}

function readMessage(fields: Fields, extraFields: ExtraFields): ChatMessage {
  const given = fields.any('role');
  const role = given === 'assistant' || given === 'system' ? given : 'user';
  if (role !== given && given !== 'user') extraFields('message.role');
  const content = fields.any('content');
  const blocks = role === 'system' ? instructions(content, extraFields) : readContent(content, extraFields);
  for (const name of fields.rest) extraFields(`message.${name}`);
  return { role, blocks };
}

function readSettings(fields: Fields, extraFields: ExtraFields): ChatSettings {
  const maxTokens = fields.number('max_tokens');
  const temperature = fields.number('temperature');
  const topP = fields.number('top_p');
  const topK = fields.number('top_k');
  const choice = fields.any('tool_choice');
  const output = new Fields(asRecord(fields.any('output_config')) ?? {});
  const reasoning = readReasoning(fields, output, extraFields);
  const responseFormat = readFormat(output.any('format') ?? fields.any('output_format'), extraFields);
  for (const name of output.rest) extraFields(`output_config.${name}`);
  return {
    ...(maxTokens !== undefined && { maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
    ...readStop(fields),
    ...(choice !== undefined && readToolChoice(choice, extraFields)),
    ...(reasoning && { reasoning }),
    ...(responseFormat && { responseFormat }),
    ...readMetadata(fields, extraFields),
    ...readTier(fields),
  };
}

function readStop(fields: Fields): Pick<ChatSettings, 'stop'> {
  const one = fields.text('stop_sequences');
  const stop = one === undefined ? fields.texts('stop_sequences') : [one];
  return stop && stop.length > 0 ? { stop } : {};
}

function isEffort(value: unknown): value is ReasoningEffort {
  return reasoningEfforts.some(effort => effort === value);
}

/** `thinking` says whether and how the model reasons, `output_config.effort` how much. */
function readReasoning(fields: Fields, output: Fields, extraFields: ExtraFields): ReasoningOptions | null {
  const thinking = fields.object('thinking');
  if (thinking?.type === 'disabled') return { effort: 'none' };
  const named = output.text('effort');
  if (named !== undefined && !isEffort(named)) extraFields('output_config.effort');
  const effort = isEffort(named) ? { effort: named } : {};
  const display = asText(thinking?.display);
  const shown = display === '' ? {} : { isShown: display !== 'omitted' };
  const budget = thinking?.budget_tokens;
  if (thinking?.type === 'enabled') {
    return { ...effort, budgetTokens: typeof budget === 'number' ? budget : -1, ...shown };
  }
  if (thinking?.type === 'adaptive') {
    // Providers that know only efforts get the middle one when the model shall decide.
    return isEffort(named) ? { effort: named, ...shown } : { effort: 'medium', budgetTokens: -1, ...shown };
  }
  return isEffort(named) ? { effort: named } : null;
}

function readFormat(format: unknown, extraFields: ExtraFields): ResponseFormat | null {
  if (format === undefined) return null;
  const schema = isJsonObject(format) && format.type === 'json_schema' ? asRecord(format.schema) : null;
  if (schema) return { type: 'schema', name: 'response', schema, strict: true };
  extraFields('output_config.format');
  return null;
}

function readMetadata(fields: Fields, extraFields: ExtraFields): Pick<ChatSettings, 'user'> {
  const metadata = new Fields(fields.object('metadata') ?? {});
  const user = metadata.text('user_id');
  for (const name of metadata.rest) extraFields(`metadata.${name}`);
  return user === undefined ? {} : { user };
}

/** The tier in the words of the OpenAI format. */
function readTier(fields: Fields): Pick<ChatSettings, 'serviceTier'> {
  const tier = fields.text('service_tier');
  if (tier === undefined) return {};
  return { serviceTier: tier === 'standard_only' ? 'default' : tier };
}
