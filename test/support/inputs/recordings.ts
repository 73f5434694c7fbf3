import {
  AnswerFolder,
  chatFormats,
  DroppedFields,
  type ChatAnswer,
  type ChatFormat,
  type ToolCallBlock,
} from '@formats';
import { adapterFor } from '@providers';
import { totalCompletionTokens, totalPromptTokens } from '@contracts';
import { SseParser } from '@kernel';
import { json, sse, type Behaviour } from '../../../apps/mock-upstream/src/index';
import { linesOf, recordedFiles } from '../../../libs/formats/src/testing/recorded-files';

/** The format of an upstream's answer; Cohere's is not the format of any caller. */
export type RecordedForm = 'openai' | 'anthropic' | 'gemini' | 'responses' | 'cohere';

/** One answer that a provider gave: whole, or as the payloads of its stream. */
export interface Recording {
  /** The folder and the file, and the number of the stream where a file holds several. */
  readonly name: string;
  readonly form: RecordedForm;
  readonly whole?: unknown;
  readonly payloads?: readonly string[];
}

/** The formats of chat recordings by folder; `azure` holds both formats of OpenAI's protocol. */
const FORM_OF: Readonly<Record<string, RecordedForm>> = {
  'openai-chat': 'openai',
  mistral: 'openai',
  deepseek: 'openai',
  groq: 'openai',
  xai: 'openai',
  'xai-openai-compatible': 'openai',
  alibaba: 'openai',
  moonshotai: 'openai',
  perplexity: 'openai',
  'openai-responses': 'responses',
  'open-responses': 'responses',
  'xai-responses': 'responses',
  azure: 'responses',
  anthropic: 'anthropic',
  google: 'gemini',
  cohere: 'cohere',
};

/** Files that hold several streams one after the other; see the notes that come with the recordings. */
const SEVERAL =
  /programmatic-tool-calling\.1|tool-search-(bm25\.1|regex\.1|deferred-bm25)|reasoning-encrypted-content\.1|openai-shell-tool\.1/;
const STARTS: ReadonlySet<unknown> = new Set(['message_start', 'response.created']);

/** The chat recordings; the list is empty, and a line says so, where the folder is absent. */
export function chatRecordings(): readonly Recording[] {
  return Object.entries(FORM_OF).flatMap(([folder, form]) =>
    recordedFiles([folder])
      .filter(({ name }) => !name.includes('transcription'))
      .flatMap(({ name, text }) => readRecording(name, text, form)),
  );
}

function readRecording(name: string, text: string, form: RecordedForm): Recording[] {
  if (name.endsWith('.json')) {
    const whole = JSON.parse(text) as Record<string, unknown>;
    return [{ name, form: 'choices' in whole ? 'openai' : form, whole }];
  }
  const lines = linesOf(text);
  if (!SEVERAL.test(name)) return [{ name, form, payloads: lines }];
  const streams: string[][] = [];
  for (const line of lines) {
    if (STARTS.has(typeOf(line)) || streams.length === 0) streams.push([]);
    streams.at(-1)?.push(line);
  }
  return streams.map((payloads, index) => ({ name: `${name} #${index + 1}`, form, payloads }));
}

function typeOf(payload: string): string {
  return String((JSON.parse(payload) as { type?: unknown }).type);
}

/** True for a body that describes an error instead of an answer. */
export function isRefusal({ whole }: Recording): boolean {
  return typeof whole === 'object' && whole !== null && Object.keys(whole).join() === 'error';
}

/**
 * The recording as its provider would send it.
 *
 * @param pieceBytes cuts the stream into pieces of so many bytes, in the middle of words and events
 */
export function served({ form, whole, payloads }: Recording, pieceBytes?: number): Behaviour {
  if (payloads === undefined) return json(whole);
  const pieces = pieceBytes === undefined ? {} : { pieceBytes };
  switch (form) {
    case 'openai':
      return sse(payloads, pieces);
    case 'gemini':
      return sse(payloads, { terminator: null, lineEnd: '\r\n', ...pieces });
    default:
      // Some proxies end these streams with a mark of another format, which has no meaning here.
      return sse(payloads, { terminator: pieceBytes === undefined ? null : '[DONE]', eventNameOf: typeOf, ...pieces });
  }
}

type Reader = Pick<ChatFormat, 'readAnswer' | 'openReader'>;

function readerOf(form: RecordedForm): Reader {
  if (form !== 'cohere') return chatFormats[form];
  const reading = adapterFor(34)?.buildRequest(
    {
      endpoint: 'chat',
      format: 'openai',
      model: 'm',
      requestedModel: 'm',
      body: Buffer.from('{}'),
      contentType: 'application/json',
      parsed: {},
      isStream: true,
      addUsageOption: false,
      chat: () => chatFormats.openai.readCall({ messages: [{ role: 'user', content: 'hi' }] }),
      dropped: new DroppedFields(),
      callerHeaders: {},
    },
    { id: 1, type: 34, key: 'k', baseUrl: '', other: '', organization: null },
  ).answer;
  if (reading?.kind !== 'chat') throw new Error('Cohere answers in a form of its own');
  return reading;
}

/** The recording read directly, without a gateway. */
export function answerOf({ form, whole, payloads }: Recording): ChatAnswer {
  const reader = readerOf(form);
  if (payloads === undefined) return reader.readAnswer(whole);
  return fold(
    reader,
    payloads.map(data => ({ event: '', data })),
  );
}

/** The answer that a caller of a format received, read as that caller reads it. */
export function answerIn(format: ChatFormat, text: string, isStream: boolean): ChatAnswer {
  if (!isStream) return format.readAnswer(JSON.parse(text));
  const parser = new SseParser();
  return fold(format, [...parser.push(Buffer.from(text)), ...parser.end()]);
}

function fold(
  { openReader }: Pick<Reader, 'openReader'>,
  frames: readonly { event: string; data: string }[],
): ChatAnswer {
  const reader = openReader();
  const folder = new AnswerFolder();
  for (const frame of frames) for (const event of reader.read(frame)) folder.add(event);
  for (const event of reader.end()) folder.add(event);
  if (folder.error) throw new Error(`the answer is an error: ${folder.error.message}`);
  return folder.result();
}

/** The mark of an image in a text, where a format has no images. */
const IMAGE = /!\[image\]\([^)]*\)/g;

/** The parts of an answer that every format can express. */
export function essence(answer: ChatAnswer) {
  const { usage } = answer;
  const [choice] = answer.choices;
  const blocks = choice?.blocks ?? [];
  const isCalling = blocks.some(block => block.type === 'toolCall');
  const joined = (type: 'text' | 'reasoning' | 'refusal') =>
    blocks.flatMap(block => (block.type === type ? [block.text] : [])).join('');
  return {
    text: joined('text').replace(IMAGE, ''),
    refusal: joined('refusal'),
    reasoning: joined('reasoning'),
    toolCalls: blocks.flatMap(block =>
      block.type === 'toolCall' ? [{ name: block.name, arguments: argumentsOf(block) }] : [],
    ),
    // A provider's own program may have handled the calls before the end; most formats cannot express that.
    finish: isCalling && choice?.finish === 'stop' ? ('toolCalls' as const) : choice?.finish,
    usage:
      usage.kind === 'reported'
        ? {
            prompt: totalPromptTokens(usage.usage),
            cached: usage.usage.cachedReadTokens,
            completion: totalCompletionTokens(usage.usage),
          }
        : null,
  };
}

/** The arguments of a call; where a format has no free text for tools, the text is the only field of an object. */
function argumentsOf({ kind, arguments: text }: ToolCallBlock): unknown {
  return kind === 'custom' ? { input: text } : (JSON.parse(text === '' ? '{}' : text) as unknown);
}
