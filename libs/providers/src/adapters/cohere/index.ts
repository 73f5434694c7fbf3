import { CallRefusal, type ChatReading, type UsageReading, asList, at, parseJson } from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import {
  type AnswerReading,
  type ChannelTarget,
  type UpstreamCall,
  type UpstreamRequest,
} from '../../contract/upstream';
import { baseUrlOf } from '../../shared/base-url';
import { embeddingsReading, inputTexts } from '../../shared/embeddings';
import { getWithKey, modelNames, pageMarkAt, withQuery } from '../../shared/model-list';
import { withFormModel } from '../../shared/multipart-model';
import { ownFields, present } from '../../shared/read-call-parts';
import { readFailure } from '../../shared/read-failure';
import { commonHits, documentTexts, promptUsage, rerankReading } from '../../shared/rerank';
import { type Transcript, plainTranscript, transcriptReading } from '../../shared/transcript';
import { acceptOfChat, bearer, postRequest } from '../../shared/requests';
import { classifyError } from './errors';
import { isCohereError, readCohereAnswer } from './response';
import { CohereStreamReader } from './stream';
import { cohereBody } from './request';

/** Most inputs in one embeddings call. */
const INPUTS_MAX = 96;

/** The largest page of the list of models that the provider allows. */
const MODELS_PER_PAGE = '1000';

const CHAT_READING: ChatReading = {
  kind: 'chat',
  hasNamedExtraFields: true,
  framing: 'sse',
  readAnswer: readCohereAnswer,
  openReader: () => new CohereStreamReader(),
  isError: isCohereError,
};

/** Type 34: Cohere, by version 2 of its own API. */
export const cohere: ProviderAdapter = {
  id: 'cohere',
  channelTypes: [34],
  endpoints: ['chat', 'embeddings', 'rerank', 'transcriptions'],
  nativeFormats: [],
  acceptsStreamOptions: false,
  buildRequest(call, target) {
    switch (call.endpoint) {
      case 'embeddings':
        return post('/v2/embed', { call, target, body: writeEmbed(call), answer: embedReading(call) });
      case 'rerank':
        return post('/v2/rerank', { call, target, body: writeRerank(call), answer: rankReading(call) });
      case 'transcriptions':
        return transcription(call, target);
      default:
        return post('/v2/chat', { call, target, body: cohereBody(call), answer: CHAT_READING });
    }
  },
  readFailure: (response, target) => readFailure(response, { classifyError }, target),
  models: {
    buildRequest: (target, page) =>
      getWithKey(
        withQuery(`${cohereBase(target)}/v1/models`, { page_size: MODELS_PER_PAGE, page_token: page }),
        target,
      ),
    read: body => modelNames(asList(at(parseJson(body), 'models')).map(model => at(model, 'name'))),
    nextPage: body => pageMarkAt(body, 'next_page_token'),
  },
};

interface PostOptions {
  readonly call: UpstreamCall;
  readonly target: ChannelTarget;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: AnswerReading;
}

function post(path: string, { call, target, body, answer }: PostOptions): UpstreamRequest {
  return postRequest(cohereBase(target) + path, {
    headers: bearer(target.key),
    accept: acceptOfChat(call),
    body,
    answer,
  });
}

/** Operators also type the version, as in the provider's examples. */
function cohereBase(target: ChannelTarget): string {
  return baseUrlOf(target).replace(/\/v2$/, '');
}

/**
 * `POST /v2/audio/transcriptions` accepts the usual form and always returns `{text}`, whatever format was requested.
 */
function transcription(call: UpstreamCall, target: ChannelTarget): UpstreamRequest {
  const format = call.parsed.response_format;
  if (format !== undefined && format !== 'json' && format !== 'text') call.dropped.add('response_format');
  const transcriptOf = (body: unknown): Transcript => ({ ...plainTranscript(body), vtt: '' });
  return postRequest(`${cohereBase(target)}/v2/audio/transcriptions`, {
    headers: bearer(target.key),
    contentType: call.contentType,
    body: withFormModel(call.body, call.contentType, call.model),
    answer: transcriptReading({ format: format === 'text' ? 'text' : 'json', task: 'transcribe', transcriptOf }),
  });
}

/**
 * Writes the body of `POST /v2/embed`, which must name the purpose of the texts; a search index is the most common one.
 */
function writeEmbed(call: UpstreamCall): Record<string, unknown> {
  const { parsed } = call;
  const texts = inputTexts(parsed.input);
  if (texts.length > INPUTS_MAX) throw new CallRefusal(`input holds more than ${INPUTS_MAX} texts`);
  if (parsed.user !== undefined) call.dropped.add('user');
  return present({
    model: call.model,
    texts,
    input_type: 'search_document',
    embedding_types: [parsed.encoding_format === 'base64' ? 'base64' : 'float'],
    output_dimension: parsed.dimensions ?? undefined,
    ...ownFields(call, ['input_type', 'truncate', 'max_tokens', 'priority']),
  });
}

function embedReading(call: UpstreamCall): AnswerReading {
  return embeddingsReading({
    model: call.model,
    encoding: call.parsed.encoding_format,
    vectorsOf: body => {
      const embeddings = at(body, 'embeddings');
      const wanted = call.parsed.encoding_format === 'base64' ? at(embeddings, 'base64') : at(embeddings, 'float');
      return asList(wanted ?? at(embeddings, 'float') ?? embeddings);
    },
    usageOf: billedInput,
  });
}

/** Writes the body of `POST /v2/rerank`, which accepts plain texts only and returns no documents. */
function writeRerank(call: UpstreamCall): Record<string, unknown> {
  const { parsed } = call;
  return present({
    model: call.model,
    query: parsed.query,
    documents: documentTexts(parsed.documents),
    top_n: parsed.top_n ?? undefined,
    ...ownFields(call, ['max_tokens_per_doc', 'priority']),
  });
}

function rankReading(call: UpstreamCall): AnswerReading {
  return rerankReading({
    asked: call.parsed,
    model: call.model,
    hitsOf: body => commonHits(at(body, 'results')),
    usageOf: billedInput,
  });
}

/** Search units are not tokens: when no input tokens are billed, the gateway counts them itself. */
function billedInput(body: unknown): UsageReading {
  const tokens = at(body, 'meta', 'billed_units', 'input_tokens');
  return typeof tokens === 'number' && tokens > 0 ? promptUsage(tokens) : { kind: 'missing' };
}
