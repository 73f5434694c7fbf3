import { type ModelTraits } from './models';
import { type DroppedFields } from '../canonical/dropped-fields';
import {
  type ChatCall,
  type ChatSettings,
  type ChatTool,
  type FunctionTool,
  type ResponseFormat,
  type ToolChoice,
  type WebSearchTool,
} from '../canonical/chat';
import { type JsonObject } from '../json/read-value';
import { functionOfCustom } from './custom-tools';
import { inputSchemaOf, isRecursive, strictSchema } from './json-schema';
import { type WireBlock, cacheControl } from './write-content';

/** The version of the search tool that every model with search knows. */
const WEB_SEARCH_TYPE = 'web_search_20250305';
const JSON_TOOL = 'json_answer';
const JSON_TOOL_TEXT = 'Gives the answer to the user, as JSON.';
const JSON_SENTENCE = 'Answer with one JSON object and nothing else: no words around it, no code fence.';

/**
 * The tools, the choice among them, and the form of the answer, planned together because each depends on the others.
 */
export interface ToolPlan {
  readonly tools: WireBlock[];
  /** Null when the API's own default means the same. */
  readonly choice: JsonObject | null;
  /** True if the model must call a tool, which it refuses while it thinks. */
  readonly isForced: boolean;
  /**
   * The tool that is forced upon the model to get the answer's form, so that thinking must be off; null when there is
   * none.
   */
  readonly jsonTool: string | null;
  /** The value of `output_config.format`. */
  readonly outputFormat: JsonObject | null;
  /** A sentence that is added to the instructions. */
  readonly instruction: string | null;
}

export function planTools(call: ChatCall, traits: ModelTraits, dropped: DroppedFields): ToolPlan {
  const { responseFormat, toolChoice } = call.settings;
  const offered = allowedTools(call.tools, toolChoice, dropped);
  const tools = offered.map(tool => writeTool(tool, traits, dropped));
  const form = formOf(responseFormat, traits, dropped);
  const mustCall = mustCallTool(toolChoice) && tools.length > 0;
  const jsonTool = form.schema && !mustCall ? freeName(call.tools) : null;
  if (form.schema && !jsonTool) dropped.add('response_format');
  if (jsonTool && form.schema) {
    tools.push({ name: jsonTool, description: form.description, input_schema: inputSchemaOf(form.schema) });
    const mayCallOthers = tools.length > 1 && toolChoice?.type !== 'none';
    const choice = mayCallOthers ? { type: 'any' } : { type: 'tool', name: jsonTool };
    return { ...form, tools, jsonTool, isForced: true, choice: { ...choice, disable_parallel_tool_use: true } };
  }
  const choice = tools.length === 0 ? null : writeChoice(call, dropped);
  if (tools.length === 0) nameIdleChoice(call.settings, dropped);
  return { ...form, tools, jsonTool: null, isForced: mustCall, choice };
}

/** Without tools there is nothing to choose, and the API refuses the fields. */
function nameIdleChoice({ toolChoice, parallelToolCalls }: ChatSettings, dropped: DroppedFields): void {
  if (toolChoice && toolChoice.type !== 'none') dropped.add('tool_choice');
  if (parallelToolCalls === false) dropped.add('parallel_tool_calls');
}

function mustCallTool(choice: ToolChoice | undefined): boolean {
  return choice?.type === 'required' || choice?.type === 'tool' || (choice?.type === 'allowed' && choice.isRequired);
}

/** The API cannot restrict the choice to some of the tools, so only those are offered. */
function allowedTools(
  tools: readonly ChatTool[],
  choice: ToolChoice | undefined,
  dropped: DroppedFields,
): readonly ChatTool[] {
  if (choice?.type !== 'allowed') return tools;
  dropped.add('tool_choice.allowed_tools');
  const names = new Set(choice.names);
  return tools.filter(tool => tool.type === 'webSearch' || names.has(tool.name));
}

function writeChoice({ settings }: ChatCall, dropped: DroppedFields): JsonObject | null {
  const { toolChoice, parallelToolCalls } = settings;
  const oneAtATime = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {};
  switch (toolChoice?.type) {
    case undefined:
      return parallelToolCalls === false ? { type: 'auto', ...oneAtATime } : null;
    case 'none':
      if (parallelToolCalls === false) dropped.add('parallel_tool_calls');
      return { type: 'none' };
    case 'required':
      return { type: 'any', ...oneAtATime };
    case 'tool':
      return { type: 'tool', name: toolChoice.name, ...oneAtATime };
    case 'allowed':
      return { type: toolChoice.isRequired ? 'any' : 'auto', ...oneAtATime };
    case 'auto':
      return { type: 'auto', ...oneAtATime };
  }
}

function writeTool(tool: ChatTool, traits: ModelTraits, dropped: DroppedFields): WireBlock {
  switch (tool.type) {
    case 'function':
      return writeFunction(tool, traits, dropped);
    case 'custom':
      dropped.add('tools.custom');
      return { ...functionOfCustom(tool) };
    case 'webSearch':
      return writeWebSearch(tool, dropped);
  }
}

function writeFunction(tool: FunctionTool, traits: ModelTraits, dropped: DroppedFields): WireBlock {
  const { name, description, parameters, strict, cache } = tool;
  if (strict !== undefined && !traits.hasOutputFormat) dropped.add('tools.strict');
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: inputSchemaOf(parameters),
    ...(strict !== undefined && traits.hasOutputFormat && { strict }),
    ...cacheControl(cache),
  };
}

function writeWebSearch(tool: WebSearchTool, dropped: DroppedFields): WireBlock {
  if (tool.contextSize !== undefined) dropped.add('tools.web_search.search_context_size');
  return {
    type: WEB_SEARCH_TYPE,
    name: 'web_search',
    ...(tool.maxUses !== undefined && { max_uses: tool.maxUses }),
    ...(tool.allowedDomains && { allowed_domains: tool.allowedDomains }),
    ...(tool.blockedDomains && { blocked_domains: tool.blockedDomains }),
    ...(tool.userLocation && { user_location: { type: 'approximate', ...tool.userLocation } }),
  };
}

interface AnswerForm {
  readonly outputFormat: JsonObject | null;
  readonly instruction: string | null;
  /** The schema, when it can only be requested by means of a tool. */
  readonly schema: JsonObject | null;
  readonly description: string;
}

function formOf(format: ResponseFormat | undefined, traits: ModelTraits, dropped: DroppedFields): AnswerForm {
  const none: AnswerForm = { outputFormat: null, instruction: null, schema: null, description: JSON_TOOL_TEXT };
  switch (format?.type) {
    case undefined:
    case 'text':
      return none;
    case 'json':
      dropped.add('response_format');
      return { ...none, instruction: JSON_SENTENCE };
    case 'schema':
      if (!traits.hasOutputFormat || isRecursive(format.schema)) {
        return { ...none, schema: format.schema, description: format.description ?? JSON_TOOL_TEXT };
      }
      return { ...none, outputFormat: { type: 'json_schema', schema: strictSchema(withText(format)) } };
  }
}

function withText({ schema, description }: Extract<ResponseFormat, { type: 'schema' }>): JsonObject {
  return description === undefined || schema.description !== undefined ? schema : { ...schema, description };
}

/** A name that none of the caller's tools has. */
function freeName(tools: readonly ChatTool[]): string {
  const taken = new Set(tools.map(tool => (tool.type === 'webSearch' ? 'web_search' : tool.name)));
  let name = JSON_TOOL;
  while (taken.has(name)) name += '_';
  return name;
}
