import { type WireFormat, type JsonObject, at } from '@formats';
import { type JsonReading } from '../../contract/upstream';

/**
 * Builds the body of `POST /model/{base id}/count-tokens`: the body of InvokeModel, which must have a token limit, as
 * base64. Source: "CountTokens" of the Amazon Bedrock API reference, read 2026-08.
 */
export function countTokensBody(body: JsonObject): JsonObject {
  const budget = at(body, 'thinking', 'budget_tokens');
  const leastLimit = typeof budget === 'number' ? budget + 1 : 1;
  const complete = typeof body.max_tokens === 'number' ? body : { ...body, max_tokens: leastLimit };
  return { input: { invokeModel: { body: Buffer.from(JSON.stringify(complete)).toString('base64') } } };
}

/** Returns the count in the form of the caller's format. */
export function countTokensReading(format: WireFormat): JsonReading {
  return {
    kind: 'json',
    convert: body => ({ body: shownCount(format, at(body, 'inputTokens')), usage: { kind: 'missing' } }),
    isError: body => typeof at(body, 'inputTokens') !== 'number',
  };
}

function shownCount(format: WireFormat, count: unknown): JsonObject {
  switch (format) {
    case 'gemini':
      return { totalTokens: count };
    case 'responses':
      return { object: 'response.input_tokens', input_tokens: count };
    default:
      return { input_tokens: count };
  }
}
