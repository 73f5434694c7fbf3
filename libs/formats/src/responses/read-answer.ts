import { type ChatBlock, type FinishReason } from '../canonical/chat';
import { type ChatAnswer } from '../canonical/chat-answer';
import { type JsonObject, asList, asText, at, isJsonObject } from '../json/read-value';
import { mediaOfUrl, readCitations } from './read-content';
import { reasoningText } from './read-items';
import { usageOfResponse } from './usage';

/**
 * Reads a whole response object. Items of tools that the provider ran itself have no counterpart and are skipped; so
 * are the calls of its shell and patch tools, which callers of another format cannot offer.
 */
export function readAnswer(body: unknown): ChatAnswer {
  const blocks = asList(at(body, 'output')).flatMap(item => (isJsonObject(item) ? blocksOfItem(item) : []));
  const logprobs = logprobsOf(body);
  return {
    id: asText(at(body, 'id')),
    model: asText(at(body, 'model')),
    choices: [
      {
        index: 0,
        blocks,
        finish: finishOf(body, blocks),
        ...(logprobs.length > 0 && { logprobs: { content: logprobs } }),
      },
    ],
    usage: usageOfResponse(body),
  };
}

/** The blocks of one finished output item; none for items of the provider's own tools. */
export function blocksOfItem(item: JsonObject): readonly ChatBlock[] {
  switch (item.type) {
    case 'message':
      return asList(item.content).flatMap(blockOfPart);
    case 'reasoning': {
      const text = reasoningText(item);
      const seal = sealOf(item);
      return text === '' && !seal ? [] : [{ type: 'reasoning', text, ...(seal && { seal }) }];
    }
    case 'function_call':
    case 'custom_tool_call': {
      const kind = item.type === 'custom_tool_call' ? 'custom' : 'function';
      const args = asText(kind === 'custom' ? item.input : item.arguments);
      const id = asText(item.call_id) || asText(item.id);
      return [{ type: 'toolCall', id, name: asText(item.name), arguments: args, kind }];
    }
    case 'image_generation_call': {
      const result = asText(item.result);
      const mime = `image/${asText(item.output_format) || 'png'}`;
      const source = mediaOfUrl(result.startsWith('data:') ? result : `data:${mime};base64,${result}`);
      return result === '' ? [] : [{ type: 'image', source }];
    }
    default:
      return [];
  }
}

/** The seal of a reasoning item, which holds its encrypted state. */
export function sealOf(item: JsonObject): { provider: 'openai'; kind: 'encrypted'; value: string; id?: string } | null {
  const value = asText(item.encrypted_content);
  const id = asText(item.id);
  return value === '' ? null : { provider: 'openai', kind: 'encrypted', value, ...(id !== '' && { id }) };
}

function blockOfPart(part: unknown): readonly ChatBlock[] {
  const text = asText(at(part, 'text'));
  const refusal = asText(at(part, 'refusal'));
  if (refusal !== '') return [{ type: 'refusal', text: refusal }];
  if (text === '') return [];
  const citations = readCitations(at(part, 'annotations'));
  return [{ type: 'text', text, ...(citations.length > 0 && { citations }) }];
}

/** The reason why a response ended, from its status; with a tool call the reason is that call. */
export function finishOf(response: unknown, blocks: readonly { readonly type: string }[]): FinishReason {
  const reason = asText(at(response, 'incomplete_details', 'reason'));
  if (reason === 'max_output_tokens') return 'length';
  if (reason === 'content_filter') return 'contentFilter';
  switch (at(response, 'status')) {
    case 'completed':
      return blocks.some(({ type }) => type === 'toolCall') ? 'toolCalls' : 'stop';
    default:
      return 'unknown';
  }
}

function logprobsOf(body: unknown): unknown[] {
  const parts = asList(at(body, 'output')).flatMap(item => asList(at(item, 'content')));
  return parts.flatMap(part => asList(at(part, 'logprobs')));
}
