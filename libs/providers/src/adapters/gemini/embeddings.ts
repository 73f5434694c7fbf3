import { readGeminiUsage, CallRefusal, type JsonObject, asList, at } from '@formats';
import { type JsonReading, type UpstreamCall } from '../../contract/upstream';
import { embeddingsReading, inputTexts } from '../../shared/embeddings';

const BATCH_MAX = 100;

interface EmbeddingsRequest {
  readonly action: 'embedContent' | 'batchEmbedContents';
  readonly body: JsonObject;
  readonly answer: JsonReading;
}

/**
 * Requests `embedContent` for one text and `batchEmbedContents` for several; source: 'Embeddings' of the Gemini API.
 * When the response reports no usage, the gateway counts the tokens.
 *
 * @param resource the model as `models/…`
 * @throws CallRefusal for token numbers, and for more texts than the provider accepts at once
 */
export function embeddingsRequest(call: UpstreamCall, resource: string): EmbeddingsRequest {
  const texts = inputTexts(call.parsed.input);
  if (texts.length > BATCH_MAX) throw new CallRefusal(`input may hold at most ${BATCH_MAX} texts for this model`);
  const { dimensions, task_type: taskType, title, user, encoding_format: encoding } = call.parsed;
  if (user !== undefined) call.dropped.add('user');
  const requests = texts.map(text => ({
    model: resource,
    content: { parts: [{ text }] },
    ...(typeof taskType === 'string' && { taskType }),
    ...(typeof title === 'string' && { title }),
    ...(typeof dimensions === 'number' && { outputDimensionality: dimensions }),
  }));
  const [single, ...others] = requests;
  const isSingle = single !== undefined && others.length === 0;
  return {
    action: isSingle ? 'embedContent' : 'batchEmbedContents',
    body: isSingle ? single : { requests },
    answer: embeddingsReading({
      model: call.requestedModel,
      encoding,
      vectorsOf: answer => vectorsOf(answer),
      usageOf: answer => readGeminiUsage(at(answer, 'usageMetadata')),
      isError: answer => vectorsOf(answer).length === 0,
    }),
  };
}

function vectorsOf(answer: unknown): readonly unknown[] {
  const single = at(answer, 'embedding', 'values');
  return single === undefined ? asList(at(answer, 'embeddings')).map(entry => at(entry, 'values')) : [single];
}
