import {
  flatFormat,
  type DroppedFields,
  customNames,
  withFreeText,
  argumentsOfText,
  functionOfCustom,
  type ChatBlock,
  type ChatCall,
  type ChatTool,
  type CustomTool,
  type JsonObject,
  asList,
  asRecord,
  asText,
  isJsonObject,
} from '@formats';
import { type ProviderAdapter } from '../contract/provider-adapter';
import { type AnswerReading, type UpstreamCall, type UpstreamRequest } from '../contract/upstream';
import { draftOf } from './body-draft';
import { changeMessages } from './adapt-messages';
import { openAiReading } from './openai-reading';

/** A quick search in the bytes of a body in the chat format; it may find the text without a custom tool. */
const CUSTOM = '"custom"';

/**
 * Wraps the adapter of a provider without tools of free text. Such tools become functions of one text before the
 * adapter sees the call: in the tools, in the choice, and in the history. The caller receives calls of its own tool.
 */
export function offeringFunctions(adapter: ProviderAdapter): ProviderAdapter {
  return {
    ...adapter,
    buildRequest: (call, target) =>
      call.endpoint === 'chat'
        ? request(call, asked => adapter.buildRequest(asked, target))
        : adapter.buildRequest(call, target),
  };
}

function request(call: UpstreamCall, build: (asked: UpstreamCall) => UpstreamRequest): UpstreamRequest {
  const isWritten = call.format === 'openai' && call.body.includes(CUSTOM);
  const written = isWritten ? writtenAsFunctions(call) : call;
  let plain: ChatCall | null = null;
  let names: ReadonlySet<string> = written === call ? new Set() : customNames(call.chat());
  const chat = (): ChatCall => {
    if (plain) return plain;
    const own = call.chat();
    names = customNames(own);
    plain = asFunctions(own, call.dropped);
    return plain;
  };
  const built = build({ ...written, chat });
  if (names.size === 0) return built;
  const answer = freeTextAnswer(built.answer, names);
  return answer ? { ...built, answer } : built;
}

/** Answers that would pass as bytes are read and written again, because the calls in them are calls of functions. */
function freeTextAnswer(answer: AnswerReading | undefined, names: ReadonlySet<string>): AnswerReading | undefined {
  if (answer === undefined) return withFreeText({ ...openAiReading({}), hasNamedExtraFields: true }, names);
  return answer.kind === 'chat' ? withFreeText(answer, names) : answer;
}

function asFunctions(call: ChatCall, dropped: DroppedFields): ChatCall {
  const { tools, messages } = call;
  const isCustom = (block: ChatBlock): boolean => block.type === 'toolCall' && block.kind === 'custom';
  const isRemembered = messages.some(({ blocks }) => blocks.some(isCustom));
  const isOffered = tools.some(({ type }) => type === 'custom');
  return {
    ...call,
    tools: isOffered ? tools.map(tool => (tool.type === 'custom' ? functionFor(tool, dropped) : tool)) : tools,
    messages: isRemembered
      ? messages.map(message => ({ ...message, blocks: message.blocks.map(callOfFunction) }))
      : messages,
  };
}

function functionFor(tool: CustomTool, dropped: DroppedFields): ChatTool {
  nameGrammar(tool, dropped);
  return { type: 'function', ...functionOfCustom(tool) };
}

/** The model receives the grammar as a description and may break it, so the format counts as dropped. */
function nameGrammar({ format }: CustomTool, dropped: DroppedFields): void {
  if (format?.type === 'grammar') dropped.add('tools.format');
}

function callOfFunction(block: ChatBlock): ChatBlock {
  if (block.type !== 'toolCall' || block.kind !== 'custom') return block;
  return { ...block, kind: 'function', arguments: argumentsOfText(block.arguments) };
}

/** Writes custom tools as functions in a caller's own body in the chat format; other fields stay unchanged. */
function writtenAsFunctions(call: UpstreamCall): UpstreamCall {
  const draft = draftOf(call.parsed, call.model);
  const tools = asList(draft.fields.tools);
  if (tools.some(isCustomRecord))
    draft.set(
      'tools',
      tools.map(tool => writtenTool(tool, call.dropped)),
    );
  const choice = writtenChoice(draft.fields.tool_choice);
  if (choice !== draft.fields.tool_choice) draft.set('tool_choice', choice);
  changeMessages(draft, withWrittenCalls);
  if (!draft.hasChanged) return call;
  return { ...call, parsed: draft.fields, body: Buffer.from(JSON.stringify(draft.fields)) };
}

function isCustomRecord(value: unknown): value is JsonObject {
  return isJsonObject(value) && value.type === 'custom';
}

function writtenTool(tool: unknown, dropped: DroppedFields): unknown {
  if (!isCustomRecord(tool)) return tool;
  const { name, description, format } = asRecord(tool.custom) ?? {};
  const custom: CustomTool = {
    type: 'custom',
    name: asText(name),
    description: asText(description),
    ...(isJsonObject(format) && { format: flatFormat(format) }),
  };
  nameGrammar(custom, dropped);
  return { type: 'function', function: functionOfCustom(custom) };
}

/** Writes the choice of one tool by its name, or of some tools. */
function writtenChoice(choice: unknown): unknown {
  if (isCustomRecord(choice)) return { type: 'function', function: choice.custom };
  const allowed = isJsonObject(choice) ? asRecord(choice.allowed_tools) : undefined;
  const tools = asList(allowed?.tools);
  if (!isJsonObject(choice) || !tools.some(isCustomRecord)) return choice;
  return { ...choice, allowed_tools: { ...allowed, tools: tools.map(writtenChoice) } };
}

function withWrittenCalls(message: JsonObject): JsonObject {
  const calls = asList(message.tool_calls);
  if (!calls.some(isCustomRecord)) return message;
  return { ...message, tool_calls: calls.map(writtenCall) };
}

function writtenCall(call: unknown): unknown {
  if (!isCustomRecord(call)) return call;
  const { custom, ...rest } = call;
  const { name, input } = asRecord(custom) ?? {};
  return { ...rest, type: 'function', function: { name, arguments: argumentsOfText(asText(input)) } };
}
