import { type Endpoint, readOpenAiUsage, asList, at } from '@formats';
import { type ProviderAdapter } from '../../contract/provider-adapter';
import { type AnswerReading, type UpstreamCall } from '../../contract/upstream';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { createOpenAiCompatible } from '../../openai-compatible/create-openai-compatible';
import { embeddingsReading } from '../../shared/embeddings';
import { modelListAt } from '../../shared/model-list';
import { adaptZhipuBody, dropWithLoss } from './request';
import { readZhipuFailure } from './errors';
import { zhipuReading } from './response';
import { versionUrl } from './address';

/** Paths behind the address of the version. */
const PATHS: Readonly<Partial<Record<Endpoint, string>>> = {
  chat: '/chat/completions',
  embeddings: '/embeddings',
  imageGenerations: '/images/generations',
  rerank: '/rerank',
  moderations: '/moderations',
  speech: '/audio/speech',
  transcriptions: '/audio/transcriptions',
};

/** The audio formats of speech that the provider makes. */
const SPEECH_FORMATS: readonly unknown[] = ['wav', 'pcm'];

/**
 * Creates an adapter for version 4 of the provider's API: the OpenAI protocol with narrower numbers and some names of
 * its own.
 */
export function createZhipuV4(options: {
  readonly id: string;
  readonly channelTypes: readonly number[];
  readonly endpoints: readonly Endpoint[];
}): ProviderAdapter {
  const compatible = createOpenAiCompatible({
    ...options,
    acceptsStreamOptions: false, // usage is always reported
    addressOf: (call, target) => `${versionUrl(target)}${PATHS[call.endpoint] ?? ''}`,
    adapt,
    dialect: { takesAllowedTools: false },
    reading: zhipuReading,
    answerOf: call => (call.endpoint === 'embeddings' ? embeddingsAnswer(call) : undefined),
    models: modelListAt(versionUrl),
  });
  return { ...compatible, readFailure: readZhipuFailure };
}

function adapt(draft: BodyDraft, call: UpstreamCall): void {
  switch (call.endpoint) {
    case 'chat':
      return adaptZhipuBody(draft, call);
    case 'embeddings':
      draft.drop('encoding_format'); // the provider returns numbers only; they are encoded here for callers who requested base64
      if (draft.model === 'embedding-2') dropWithLoss(draft, call.dropped, ['dimensions']);
      return;
    case 'imageGenerations':
      // The provider returns the address of one image per call.
      if (draft.fields.response_format === 'b64_json') call.dropped.add('response_format');
      draft.drop('response_format');
      draft.rename('user', 'user_id');
      return dropWithLoss(draft, call.dropped, ['n', 'style']);
    case 'speech':
      if (!draft.has('response_format') || SPEECH_FORMATS.includes(draft.fields.response_format)) return;
      call.dropped.add('response_format');
      return draft.set('response_format', 'wav');
    default:
  }
}

function embeddingsAnswer(call: UpstreamCall): AnswerReading {
  return embeddingsReading({
    model: call.model,
    encoding: call.parsed.encoding_format,
    vectorsOf: body => asList(at(body, 'data')).map(entry => at(entry, 'embedding')),
    usageOf: body => readOpenAiUsage(at(body, 'usage')),
  });
}
