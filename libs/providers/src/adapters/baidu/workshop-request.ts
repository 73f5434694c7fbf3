import {
  type DroppedFields,
  type ChatCall,
  type ChatSettings,
  type FunctionTool,
  nameDropped,
  type JsonObject,
} from '@formats';
import { chosenFunctions, clamped, present, textOf } from '../../shared/read-call-parts';
import { withSchema } from '../../shared/schema-instruction';
import { workshopTurns } from './workshop-messages';

const HANDLED = [
  'temperature',
  'topP',
  'presencePenalty',
  'frequencyPenalty',
  'repetitionPenalty',
  'maxTokens',
  'stop',
  'user',
  'responseFormat',
  'toolChoice',
] as const satisfies readonly (keyof ChatSettings)[];

/** Fields of this provider that a caller of the chat format may write into the body by name. */
export const OWN_FIELDS = ['penalty_score', 'disable_search', 'enable_citation', 'user_id'] as const;

const STOPS_MAX = 4;
const STOP_LENGTH_MAX = 20;
const OUTPUT_TOKENS_MIN = 2;
/** The limit of models with a window of 8K. */
const OUTPUT_TOKENS_MAX_8K = 2048;

/**
 * Writes the body of a chat call of the first generation; source: the Wenxin Workshop chat API, read 2026-08.
 *
 * @throws CallRefusal for images, audio, videos and documents: these models read text only
 */
export function workshopBody(
  call: ChatCall,
  request: { readonly model: string; readonly isStream: boolean },
  dropped: DroppedFields,
): JsonObject {
  const { settings } = call;
  nameDropped(call, { settings: HANDLED, fields: OWN_FIELDS, parts: ['tools', 'webSearch'] }, dropped);
  const limits = (name: string, min: number, max: number) => ({ name, min, max, dropped });
  const system = withSchema(systemText(call), settings.responseFormat);
  if (settings.responseFormat?.type === 'schema') dropped.add('response_format');
  const outputMax = /8k/i.test(request.model) ? OUTPUT_TOKENS_MAX_8K : Infinity;
  return present({
    messages: workshopTurns(call.messages, dropped),
    system: system === '' ? undefined : system,
    stream: request.isStream ? true : undefined,
    temperature: clamped(settings.temperature, limits('temperature', 0.01, 1)),
    top_p: clamped(settings.topP, limits('top_p', 0, 1)),
    penalty_score: penaltyScore(settings, dropped),
    max_output_tokens: clamped(settings.maxTokens, limits('max_tokens', OUTPUT_TOKENS_MIN, outputMax)),
    stop: stops(settings.stop, dropped),
    user_id: settings.user,
    response_format: formatName(settings),
    // Unless this field says otherwise, the provider searches on its own.
    disable_search: !call.tools.some(tool => tool.type === 'webSearch'),
    ...toolFields(call, dropped),
  });
}

function systemText({ messages }: ChatCall): string {
  const instructions = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const texts = instructions.map(({ blocks }) => textOf(blocks));
  return texts.filter(text => text !== '').join('\n');
}

/** The provider's score runs from 1 (no penalty) to 2; it cannot express a negative penalty. */
function penaltyScore(settings: ChatSettings, dropped: DroppedFields): number | undefined {
  const { presencePenalty = 0, frequencyPenalty = 0, repetitionPenalty } = settings;
  if (repetitionPenalty !== undefined) {
    if (presencePenalty !== 0) dropped.add('presence_penalty');
    if (frequencyPenalty !== 0) dropped.add('frequency_penalty');
    return clamped(repetitionPenalty, { min: 1, max: 2, name: 'repetition_penalty', dropped });
  }
  // One score approximates both penalties, so both count as dropped.
  if (presencePenalty !== 0) dropped.add('presence_penalty');
  if (frequencyPenalty !== 0) dropped.add('frequency_penalty');
  const penalty = Math.max(0, presencePenalty, frequencyPenalty);
  return penalty === 0 ? undefined : Math.min(1 + penalty / 2, 2);
}

function stops(wanted: readonly string[] | undefined, dropped: DroppedFields): readonly string[] | undefined {
  if (!wanted) return undefined;
  const kept = wanted.filter(stop => stop !== '' && stop.length <= STOP_LENGTH_MAX).slice(0, STOPS_MAX);
  if (kept.length < wanted.length) dropped.add('stop');
  return kept.length === 0 ? undefined : kept;
}

function formatName({ responseFormat }: ChatSettings): string | undefined {
  if (!responseFormat) return undefined;
  return responseFormat.type === 'text' ? 'text' : 'json_object';
}

function toolFields(call: ChatCall, dropped: DroppedFields): JsonObject {
  const choice = call.settings.toolChoice;
  if (choice?.type === 'tool') {
    const functions = call.tools.filter(tool => tool.type === 'function').map(functionField);
    const isKnown = functions.some(({ name }) => name === choice.name);
    if (!isKnown) dropped.add('tool_choice');
    const named = { type: 'function', function: { name: choice.name } };
    return functions.length === 0 ? {} : { functions, ...(isKnown && { tool_choice: named }) };
  }
  const functions = chosenFunctions(call, dropped).map(functionField);
  return functions.length === 0 ? {} : { functions };
}

/** The provider requires a description and parameters. */
function functionField({ name, description, parameters }: FunctionTool): {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
} {
  const isEmpty = !parameters || Object.keys(parameters).length === 0;
  return {
    name,
    description: description || name,
    parameters: isEmpty ? { type: 'object', properties: {} } : parameters,
  };
}
