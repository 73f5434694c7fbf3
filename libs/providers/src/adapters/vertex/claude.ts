import { type JsonObject, at } from '@formats';
import { type AnthropicPlatform, anthropicBody, anthropicReading, betasOf } from '../anthropic';
import { hasBeta, sortBetas } from '../aws-claude/betas';
import { dropForeignTools, refuseDistantState } from '../aws-claude/foreign-parts';
import { type JsonReading, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { draftOf } from '../../openai-compatible/body-draft';
import { claudeIdOf, segment } from './models';
import { type VertexAccess, postTo } from './access';

/** Names the wire format of the body; the provider requires it in the body instead of the header. */
const VERTEX_VERSION = 'vertex-2023-10-16';

const MODELS = 'publishers/anthropic/models';

/** Structured output is not available everywhere on Vertex AI; a forced tool is. */
const PLATFORM: AnthropicPlatform = { fetchesUrls: false, hasFiles: false, traits: { hasOutputFormat: false } };

/** The beta of the web search, which some models have here in addition to the betas of Bedrock. */
const SEARCH_BETA = 'web-search-';
const KNOWN_TOOL_TYPE = /^(?:custom$|bash_|text_editor_|computer_|memory_|tool_search_tool_|web_search_)/;

/** The fields of a body that affect the size of the prompt. */
const COUNTED = ['system', 'messages', 'tools', 'tool_choice', 'thinking'] as const;

/**
 * Requests a chat with a model of Anthropic by rawPredict: the Messages format without the model and with the version
 * in the body. Source: "Request predictions with Claude models" of Vertex AI, read 2026-08.
 *
 * @throws CallRefusal for images and documents that are not in the body itself
 */
export function claudeRequest(call: UpstreamCall, access: VertexAccess): UpstreamRequest {
  const { model, fields, reading, betas } = partsOf(call);
  const body = { anthropic_version: VERTEX_VERSION, ...fields, ...(call.isStream && { stream: true }) };
  const action = call.isStream ? 'streamRawPredict' : 'rawPredict';
  const path = `${MODELS}/${segment(claudeIdOf(model))}:${action}`;
  const request = postTo(access, path, { body, isStream: call.isStream, headers: betaHeader(betas) });
  return call.format === 'anthropic' ? request : { ...request, answer: anthropicReading(reading) };
}

/** Requests the size of a prompt; the body names the model here. */
export function claudeCountRequest(call: UpstreamCall, access: VertexAccess): UpstreamRequest {
  const { model, fields, betas } = partsOf(call);
  const counted = Object.fromEntries(COUNTED.flatMap(key => (key in fields ? [[key, fields[key]]] : [])));
  const prompt = call.format === 'anthropic' ? fields : counted;
  const body = { ...prompt, anthropic_version: VERTEX_VERSION, model: claudeIdOf(model) };
  const request = postTo(access, `${MODELS}/count-tokens:rawPredict`, { body, headers: betaHeader(betas) });
  return call.format === 'anthropic' ? request : { ...request, answer: COUNT_READING };
}

/** Only callers of the Gemini format request a count here in another format than the provider's own. */
const COUNT_READING: JsonReading = {
  kind: 'json',
  convert: body => ({ body: { totalTokens: at(body, 'input_tokens') }, usage: { kind: 'missing' } }),
  isError: body => typeof at(body, 'input_tokens') !== 'number',
};

interface ClaudeParts {
  readonly model: string;
  readonly fields: JsonObject;
  readonly reading: Parameters<typeof anthropicReading>[0];
  readonly betas: readonly string[];
}

function partsOf(call: UpstreamCall): ClaudeParts {
  const { model, fields, reading } = anthropicBody(call, PLATFORM);
  refuseDistantState(fields);
  const draft = draftOf(fields, model);
  dropForeignTools(draft, KNOWN_TOOL_TYPE, call.dropped);
  draft.drop('anthropic_version');
  return { model, fields: draft.fields, reading, betas: knownBetas(call) };
}

/** The provider refuses unknown betas, and coding clients send many. */
function knownBetas(call: UpstreamCall): readonly string[] {
  const given = betasOf(call, []);
  const known = sortBetas(given.join(','), []).known;
  const kept = given.filter(beta => known.includes(beta) || hasBeta([beta], SEARCH_BETA));
  if (kept.length < given.length) call.dropped.add('anthropic_beta');
  return kept;
}

function betaHeader(betas: readonly string[]): Record<string, string> {
  return betas.length > 0 ? { 'anthropic-beta': betas.join(',') } : {};
}
