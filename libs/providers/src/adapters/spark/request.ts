import {
  type DroppedFields,
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  nameDropped,
  type JsonObject,
} from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import {
  chosenFunctions,
  clamped,
  functionNames,
  imagesOf,
  present,
  resultText,
  textOf,
  toolCallsOf,
  toolResultsOf,
} from '../../shared/read-call-parts';
import { schemaInstruction } from '../../shared/schema-instruction';
import { type SparkVersion } from './models';

const USER_LENGTH_MAX = 32;

const SPOKEN: readonly (keyof ChatSettings)[] = [
  'maxTokens',
  'temperature',
  'topK',
  'n',
  'user',
  'responseFormat',
  'toolChoice',
];

/**
 * Writes the one text frame that a client sends; source: 'Spark large model Web API' in the provider's manual, read
 * 2026-08.
 *
 * @throws CallRefusal for anything but text: images belong to another product of the provider
 */
export function sparkBody(
  upstreamCall: UpstreamCall,
  { appId, version }: { readonly appId: string; readonly version: SparkVersion },
): JsonObject {
  const call = upstreamCall.chat();
  const { dropped } = upstreamCall;
  nameDropped(call, { settings: SPOKEN, parts: version.hasFunctions ? ['tools'] : [] }, dropped);
  const functions = version.hasFunctions ? chosenFunctions(call, dropped) : [];
  const written = functions.map(({ name, description, parameters }) => ({
    name,
    description: description ?? '',
    parameters: parameters ?? { type: 'object', properties: {} },
  }));
  return {
    header: present({ app_id: appId, uid: userOf(call.settings, dropped) }),
    parameter: { chat: { domain: version.domain, ...writeSettings(call.settings, version, dropped) } },
    payload: {
      message: { text: writeMessages(call, version, dropped) },
      ...(written.length > 0 && { functions: { text: written } }),
    },
  };
}

function userOf({ user }: ChatSettings, dropped: DroppedFields): string | undefined {
  if (user !== undefined && user.length > USER_LENGTH_MAX) dropped.add('user');
  return user?.slice(0, USER_LENGTH_MAX) || undefined;
}

function writeSettings(settings: ChatSettings, version: SparkVersion, dropped: DroppedFields): JsonObject {
  const { topK, n } = settings;
  if (topK !== undefined && n !== undefined && n > 1) dropped.add('n');
  const wanted = topK ?? (n !== undefined && n > 1 ? n : undefined);
  return present({
    temperature: clamped(settings.temperature, { min: 0.01, max: 1, name: 'temperature', dropped }),
    top_k: clamped(wanted, { min: 1, max: 6, name: topK === undefined ? 'n' : 'top_k', dropped }),
    max_tokens: clamped(settings.maxTokens, { min: 1, max: version.answerTokensMax, name: 'max_tokens', dropped }),
  });
}

interface Turn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

function writeMessages(call: ChatCall, version: SparkVersion, dropped: DroppedFields): readonly Turn[] {
  const names = functionNames(call.messages);
  const instruction = jsonInstruction(call.settings, dropped);
  const turns = call.messages.flatMap(message => turnsOf(message, names, dropped));
  const instructed: readonly Turn[] = instruction === '' ? turns : withInstruction(turns, instruction);
  return version.hasSystemRole ? instructed : instructed.flatMap(spokenSystem);
}

/** The history has no place for function calls and their results, so results are written as text. */
function turnsOf(message: ChatMessage, names: ReadonlyMap<string, string>, dropped: DroppedFields): readonly Turn[] {
  imagesOf(message, { takesImages: false, dropped });
  const content = textOf(message.blocks);
  if (message.role === 'system' || message.role === 'developer') return [{ role: 'system', content }];
  if (message.role === 'assistant') {
    if (toolCallsOf(message.blocks).length > 0) dropped.add('message.tool_calls');
    return content === '' ? [] : [{ role: 'assistant', content }];
  }
  const results = toolResultsOf(message.blocks).map((result): Turn => {
    const name = result.name ?? names.get(result.callId) ?? result.callId;
    return { role: 'user', content: `Function ${name} returned: ${resultText(result, dropped)}` };
  });
  return content === '' && results.length > 0 ? results : [...results, { role: 'user', content }];
}

/** JSON can be requested by an instruction only. */
function jsonInstruction({ responseFormat }: ChatSettings, dropped: DroppedFields): string {
  if (!responseFormat || responseFormat.type === 'text') return '';
  dropped.add('response_format');
  return responseFormat.type === 'schema'
    ? schemaInstruction(responseFormat.schema)
    : 'Answer with one JSON object and nothing else.';
}

function withInstruction(turns: readonly Turn[], instruction: string): readonly Turn[] {
  const [first, ...rest] = turns;
  if (first?.role !== 'system') return [{ role: 'system', content: instruction }, ...turns];
  return [{ role: 'system', content: `${first.content}\n${instruction}` }, ...rest];
}

/**
 * Older lines have no system role: an instruction becomes a turn of the user, followed by a short consent of the
 * assistant.
 */
function spokenSystem(turn: Turn): readonly Turn[] {
  if (turn.role !== 'system') return [turn];
  return [
    { role: 'user', content: turn.content },
    { role: 'assistant', content: 'Okay' },
  ];
}
