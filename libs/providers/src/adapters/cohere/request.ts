import {
  budgetOf,
  effortOf,
  type DroppedFields,
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  type FunctionTool,
  type ResponseFormat,
  type ToolCallBlock,
  nameDropped,
  type JsonObject,
  parseJson,
} from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import {
  addressOfImage,
  clamped,
  ownFields,
  imagesOf,
  present,
  reasoningOf,
  resultText,
  textOf,
  toolCallsOf,
  toolResultsOf,
} from '../../shared/read-call-parts';

/** Fields that only this provider has; callers of the chat format may write them into the body. */
const OWN_FIELDS = ['documents', 'citation_options', 'safety_mode', 'priority'];

const SPOKEN: readonly (keyof ChatSettings)[] = [
  'maxTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'stop',
  'logprobs',
  'responseFormat',
  'reasoning',
  'toolChoice',
];

const STOPS_MAX = 5;

/**
 * Writes the body of `POST /v2/chat`; source: the provider's 'Chat API v2' reference, read 2026-08.
 *
 * @throws CallRefusal for audio, videos and documents inside messages
 */
export function cohereBody(upstreamCall: UpstreamCall): Record<string, unknown> {
  const call = upstreamCall.chat();
  const { dropped } = upstreamCall;
  nameDropped(
    call,
    { settings: SPOKEN, fields: OWN_FIELDS, parts: ['reasoning', 'imageDetail', 'toolStrict', 'tools'] },
    dropped,
  );
  return present({
    model: upstreamCall.model,
    stream: upstreamCall.isStream,
    messages: call.messages.flatMap(message => writeMessage(message, dropped)),
    ...writeTools(call, dropped),
    ...writeSettings(call.settings, dropped),
    ...ownFields(upstreamCall, OWN_FIELDS),
  });
}

function writeMessage(message: ChatMessage, dropped: DroppedFields): readonly JsonObject[] {
  const { blocks } = message;
  const images = imagesOf(message, { takesImages: true, dropped });
  switch (message.role) {
    case 'system':
    case 'developer':
      return [{ role: 'system', content: textOf(blocks) }];
    case 'assistant':
      return [writeAssistant(message, dropped)];
    case 'user': {
      const results = toolResultsOf(blocks).map(result => ({
        role: 'tool',
        tool_call_id: result.callId,
        content: resultText(result, dropped),
      }));
      const text = textOf(blocks);
      if (images.length === 0)
        return text === '' && results.length > 0 ? results : [...results, { role: 'user', content: text }];
      const parts = blocks.flatMap((block): JsonObject[] => {
        if (block.type === 'text') return [{ type: 'text', text: block.text }];
        if (block.type !== 'image') return [];
        const detail = block.detail === undefined ? {} : { detail: block.detail };
        return [{ type: 'image_url', image_url: { url: addressOfImage(block), ...detail } }];
      });
      return [...results, { role: 'user', content: parts }];
    }
  }
}

/**
 * The provider refuses text beside tool calls with status 400, so the text becomes the plan that led to the calls. A
 * message with such a text has no place for reasoning.
 */
function writeAssistant({ blocks }: ChatMessage, dropped: DroppedFields): JsonObject {
  const text = textOf(blocks);
  const reasoning = reasoningOf(blocks);
  const calls = toolCallsOf(blocks);
  const thinking = reasoning === '' ? [] : [{ type: 'thinking', thinking: reasoning }];
  if (calls.length > 0) {
    const plan = text || reasoning;
    if (text !== '' && reasoning !== '') dropped.add('message.reasoning');
    return { role: 'assistant', ...(plan && { tool_plan: plan }), tool_calls: calls.map(writeToolCall) };
  }
  if (thinking.length === 0) return { role: 'assistant', content: text };
  return { role: 'assistant', content: [...thinking, ...(text === '' ? [] : [{ type: 'text', text }])] };
}

function writeToolCall({ id, name, arguments: text, kind }: ToolCallBlock): JsonObject {
  const written = kind === 'custom' ? JSON.stringify({ input: text }) : objectText(text);
  return { id, type: 'function', function: { name, arguments: written } };
}

/** Empty arguments and `null`, as in calls of functions without parameters, become an empty object. */
export function objectText(text: string): string {
  return text.trim() === '' || parseJson(text) === null ? '{}' : text;
}

function writeTools(call: ChatCall, dropped: DroppedFields): JsonObject {
  const functions = call.tools.filter(tool => tool.type === 'function');
  if (functions.length === 0) return {};
  const choice = call.settings.toolChoice ?? { type: 'auto' };
  const isStrict = functions.some(tool => tool.strict === true);
  const written = (offered: readonly FunctionTool[], word?: string): JsonObject => ({
    tools: offered.map(writeTool),
    ...(word !== undefined && { tool_choice: word }),
    ...(isStrict && { strict_tools: true }),
  });
  if (isStrict && functions.some(tool => tool.strict !== true)) dropped.add('tools.strict');
  switch (choice.type) {
    case 'auto':
      return written(functions);
    case 'none':
      return written(functions, 'NONE');
    case 'required':
      return written(functions, 'REQUIRED');
    case 'tool':
      return written(
        functions.filter(({ name }) => name === choice.name),
        'REQUIRED',
      );
    case 'allowed':
      return written(
        functions.filter(({ name }) => choice.names.includes(name)),
        choice.isRequired ? 'REQUIRED' : undefined,
      );
  }
}

function writeTool({ name, description, parameters }: FunctionTool): JsonObject {
  return {
    type: 'function',
    function: { name, description: description ?? '', parameters: parameters ?? { type: 'object', properties: {} } },
  };
}

function writeSettings(settings: ChatSettings, dropped: DroppedFields): JsonObject {
  const { stop } = settings;
  if (stop && stop.length > STOPS_MAX) dropped.add('stop');
  const within = (value: number | undefined, name: string, min: number, max: number): number | undefined =>
    clamped(value, { min, max, name, dropped });
  return {
    max_tokens: settings.maxTokens,
    temperature: settings.temperature,
    p: within(settings.topP, 'top_p', 0.01, 0.99),
    k: within(settings.topK, 'top_k', 0, 500),
    presence_penalty: within(settings.presencePenalty, 'presence_penalty', 0, 1),
    frequency_penalty: within(settings.frequencyPenalty, 'frequency_penalty', 0, 1),
    seed: within(settings.seed, 'seed', 0, Number.MAX_SAFE_INTEGER),
    stop_sequences: stop?.slice(0, STOPS_MAX),
    logprobs: settings.logprobs,
    response_format: writeFormat(settings.responseFormat, dropped),
    thinking: writeThinking(settings, dropped),
  };
}

function writeFormat(format: ResponseFormat | undefined, dropped: DroppedFields): JsonObject | undefined {
  if (format?.type === 'json') return { type: 'json_object' };
  if (format?.type !== 'schema') return undefined;
  if (format.description !== undefined) dropped.add('response_format.description');
  return { type: 'json_object', json_schema: format.schema };
}

/** This provider's thinking models think unless the request disables it; a budget of tokens limits the thinking. */
function writeThinking({ reasoning }: ChatSettings, dropped: DroppedFields): JsonObject | undefined {
  const budget = budgetOf(reasoning);
  if (budget === null) return undefined;
  if (effortOf(reasoning) === 'none') return { type: 'disabled' };
  if (reasoning?.budgetTokens === undefined) dropped.add('reasoning_effort');
  return budget > 0 ? { type: 'enabled', token_budget: budget } : { type: 'enabled' };
}
