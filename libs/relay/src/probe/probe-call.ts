import { type CatalogChannel } from '@channel';
import { readCall, type RelayCall } from '../call/relay-call';

/** The model to test when neither the administrator nor the channel names one. */
const FALLBACK_MODEL = 'gpt-4o-mini';

/** The model to test a channel with: the requested one, the channel's own choice, its first one, or a common one. */
export function modelToTest(channel: Pick<CatalogChannel, 'testModel' | 'models'>, asked: string): string {
  return asked.trim() || channel.testModel?.trim() || channel.models[0] || FALLBACK_MODEL;
}

/** The smallest call that shows whether a model answers: one word of chat, or one text to embed. */
export function probeCall(model: string): RelayCall {
  if (isEmbeddingModel(model))
    return readCall({ endpoint: 'embeddings', format: 'openai', body: toBytes({ model, input: ['hello world'] }) });
  const messages = [{ role: 'user', content: 'hi' }];
  return readCall({
    endpoint: 'chat',
    format: 'openai',
    body: toBytes({ model, messages, stream: false, ...lengthLimit(model) }),
  });
}

function isEmbeddingModel(model: string): boolean {
  return model.toLowerCase().includes('embed') || model.includes('bge-') || model.startsWith('m3e');
}

/** The limit on the answer. Models that reason before they answer return nothing at all when the limit is too low. */
function lengthLimit(model: string): object {
  if (/^o[13]/.test(model)) return { max_completion_tokens: 10 };
  if (model.includes('thinking') && !model.includes('claude')) return { max_tokens: 50 };
  return { max_tokens: model.includes('gemini') ? 300 : 10 };
}

function toBytes(body: object): Buffer {
  return Buffer.from(JSON.stringify(body));
}
