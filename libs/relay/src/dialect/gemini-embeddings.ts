import { AppError } from '@kernel';

type Parsed = Readonly<Record<string, unknown>>;

/** A call in the form of the embeddings endpoint, and the function that gives its response the caller's form. */
interface EmbeddingsCall {
  readonly parsed: Parsed;
  readonly reshape: (answer: unknown) => object;
}

/**
 * `embedContent` and `batchEmbedContents` as calls in the OpenAI form. Fields: `content.parts[].text`, `taskType`, `title`,
 * `outputDimensionality`; a batch holds several of them under `requests`.
 *
 * @throws AppError RELAY_EMBEDDING_INVALID
 */
export function embeddingsCall(parsed: Parsed, model: string, isBatch: boolean): EmbeddingsCall {
  const requests = isBatch ? listOf(parsed.requests) : [parsed];
  const input = requests.map(textOf);
  if (input.length === 0 || input.some(text => text === '')) {
    throw new AppError('RELAY_EMBEDDING_INVALID', { params: { detail: 'content is empty' } });
  }
  const first = requests[0] as Parsed;
  const dimensions = first.outputDimensionality ?? first.output_dimensionality;
  const taskType = first.taskType ?? first.task_type;
  return {
    parsed: {
      model,
      input,
      encoding_format: 'float',
      ...(typeof dimensions === 'number' && { dimensions }),
      ...(typeof taskType === 'string' && { task_type: taskType }),
    },
    reshape: answer => (isBatch ? { embeddings: vectorsOf(answer) } : { embedding: vectorsOf(answer)[0] ?? {} }),
  };
}

function textOf(request: unknown): string {
  const { content } = (request ?? {}) as { content?: unknown };
  if (typeof content === 'string') return content;
  const { parts } = (content ?? {}) as { parts?: unknown };
  return listOf(parts)
    .map(part => (part as { text?: unknown } | null)?.text)
    .filter(text => typeof text === 'string')
    .join('\n');
}

function vectorsOf(answer: unknown): readonly { readonly values: unknown }[] {
  const { data } = (answer ?? {}) as { data?: unknown };
  return listOf(data).map(item => ({ values: (item as { embedding?: unknown } | null)?.embedding ?? [] }));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
