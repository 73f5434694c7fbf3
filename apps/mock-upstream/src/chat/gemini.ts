import { type Behaviour, json, sse } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { MOCK_WORDS } from './openai';

/** The usage of every generated answer. */
export const GEMINI_USAGE = {
  promptTokenCount: 11,
  candidatesTokenCount: 6,
  totalTokenCount: 17,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: 11 }],
} as const;

/** The signature on every function call, which must come back with it. */
export const GEMINI_SIGNATURE = 'bW9jay1zaWduYXR1cmU=';

const MODELS = ['gemini-3-flash-preview', 'gemini-2.5-flash', 'gemini-embedding-001'] as const;
const PATH = /^\/v\d\w*\/(?:models|tunedModels)\/([^/:]+):(\w+)$/;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The Gemini API (generateContent), which gives the same answer to the same request. A rule for `script`: null for
 * paths of other protocols.
 */
export function answerGemini(call: MockCall): Behaviour | null {
  const url = new URL(call.path, 'http://mock');
  const path = decodeURIComponent(url.pathname);
  if (call.method === 'GET' && /^\/v1beta\/models$/.test(path)) return keyed(call, url, () => answerModels());
  const [, model, action] = PATH.exec(path) ?? [];
  if (call.method !== 'POST' || model === undefined || action === undefined) return null;
  const fields: Fields = typeof call.body === 'object' && call.body !== null ? { ...call.body } : {};
  return keyed(call, url, () => answerAction({ model, action, fields, isSse: url.searchParams.get('alt') === 'sse' }));
}

/** An error in Google's envelope. */
export function geminiFailure(code: number, status: string, message: string, details?: readonly unknown[]): Behaviour {
  return json({ error: { code, message, status, ...(details && { details }) } }, { status: code });
}

function keyed(call: MockCall, url: URL, answer: () => Behaviour): Behaviour {
  const hasKey = call.headers['x-goog-api-key'] !== undefined || url.searchParams.has('key');
  if (hasKey) return answer();
  const message = "Method doesn't allow unregistered callers (callers without established identity).";
  return geminiFailure(403, 'PERMISSION_DENIED', message);
}

interface GeminiRequest {
  readonly model: string;
  readonly action: string;
  readonly fields: Fields;
  /** True for events; without `alt=sse` a stream is one growing array. */
  readonly isSse: boolean;
}

function answerAction(request: GeminiRequest): Behaviour {
  const { action, fields, model } = request;
  switch (action) {
    case 'generateContent':
    case 'streamGenerateContent':
      return answerContent(request);
    case 'countTokens':
      return json({ totalTokens: 11, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 11 }] });
    case 'embedContent':
      return json({ embedding: { values: [0.5, -0.25, 0.125] } });
    case 'batchEmbedContents': {
      const requests = Array.isArray(fields.requests) ? fields.requests : [];
      return json({ embeddings: requests.map(() => ({ values: [0.5, -0.25, 0.125] })) });
    }
    default:
      return geminiFailure(404, 'NOT_FOUND', `models/${model} is not found for API version v1beta.`);
  }
}

function answerContent({ model, action, fields, isSse }: GeminiRequest): Behaviour {
  const contents = fields.contents;
  if (!Array.isArray(contents) || contents.length === 0) {
    return geminiFailure(400, 'INVALID_ARGUMENT', '* GenerateContentRequest.contents: contents is not specified\n');
  }
  const toolName = offeredTool(fields);
  if (action === 'generateContent') {
    const parts = toolName === null ? [{ text: MOCK_WORDS.join('') }] : [callPart(toolName)];
    return json(response(model, parts, 'STOP'));
  }
  const events = geminiEvents(model, toolName);
  if (isSse) return sse(events, { terminator: null, lineEnd: '\r\n' });
  return json(`[${events.join(',\r\n')}\n]`, { pieceBytes: 100 });
}

/** The chunks of a stream; each carries the usage so far, as at the real service. */
export function geminiEvents(model: string, toolName: string | null): string[] {
  const chunks = (toolName === null ? MOCK_WORDS.map(text => ({ text })) : [callPart(toolName)]).map(part =>
    response(model, [part], null),
  );
  return [...chunks, response(model, [{ text: '' }], 'STOP')].map(chunk => JSON.stringify(chunk));
}

function response(model: string, parts: readonly Fields[], finishReason: string | null): Fields {
  return {
    candidates: [{ content: { parts, role: 'model' }, ...(finishReason !== null && { finishReason }), index: 0 }],
    usageMetadata: GEMINI_USAGE,
    modelVersion: model,
    responseId: 'mock-response',
  };
}

/**
 * The name of the function to call: the first offered one, unless the caller forbids it or is already sending its
 * result.
 */
function offeredTool(fields: Fields): string | null {
  const text = JSON.stringify(fields.toolConfig ?? fields.tool_config ?? {});
  if (text.includes('"NONE"')) return null;
  const { contents, tools } = fields as { contents: readonly unknown[]; tools?: readonly unknown[] }; // checked above
  if (JSON.stringify(contents.at(-1)).includes('"functionResponse"')) return null;
  const first = tools?.[0] as { readonly functionDeclarations?: readonly { readonly name?: string }[] } | undefined; // a test's own request
  return first?.functionDeclarations?.[0]?.name ?? null;
}

function callPart(name: string): Fields {
  return { functionCall: { name, args: { city: 'Ulm' } }, thoughtSignature: GEMINI_SIGNATURE };
}

function answerModels(): Behaviour {
  const models = MODELS.map(id => ({
    name: `models/${id}`,
    displayName: id,
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  }));
  return json({ models });
}
