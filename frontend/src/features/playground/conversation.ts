import { playgroundDefaults, type MessageState, type PlaygroundMessage, type PlaygroundRequest } from '@contracts';

/** Why an answer failed; `network` has no message of its own. */
export interface AnswerFault {
  readonly kind: 'expired' | 'server' | 'network';
  readonly message: string;
}

export interface ChatMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** The reasoning text of a reasoning model. */
  readonly reasoning: string;
  /** Images as data URLs; they are not kept between visits. */
  readonly images: readonly string[];
  /** The number of images that were sent but not kept. */
  readonly lostImages: number;
  /** The number of characters at the end that were not kept after a reload; absent while there are none. */
  readonly lostLetters?: number;
  /** Unix time in milliseconds. */
  readonly createAt: number;
  readonly status: MessageState;
  readonly fault: AnswerFault | null;
  /** True when the reader stopped the answer. */
  readonly wasStopped: boolean;
  /** The request id of an answer's call in the log; absent until the server sends it. */
  readonly requestId?: string;
  /** The model that was asked; absent for questions, and for answers of former versions of this page. */
  readonly model?: string;
  /** Which of two models answers beside the other; absent where one model answers alone. */
  readonly side?: AnswerSide;
  /** Unix time in milliseconds at which the answer ended; absent while it runs. */
  readonly endedAt?: number;
}

export type AnswerSide = 'left' | 'right';

export interface ChatSession {
  readonly id: string;
  /** The name set by the reader; absent while the first question is the title. */
  readonly name?: string;
  readonly createAt: number;
  readonly messages: readonly ChatMessage[];
  /** The model receives only the messages after this one; null for all. */
  readonly clearedAfter: string | null;
}

export interface PlaygroundSettings {
  readonly group: string;
  readonly model: string;
  /** The model that answers beside it; empty for none. */
  readonly second: string;
  /** The most tokens of an answer; 0 means no limit. */
  readonly max_tokens: number;
  readonly temperature: number;
  /**
   * The reasoning effort; empty when not set. Levels are those of the OpenAI protocol, or the value of a call in the
   * log.
   */
  readonly reasoning_effort: string;
  /** True when the answer is shown while it arrives. */
  readonly stream: boolean;
  /** The name of a preset role, or empty for none. */
  readonly preset: string;
  readonly system: string;
}

export const DEFAULT_SYSTEM_PROMPT = 'You are a helpful assistant.';

export const defaultSettings: PlaygroundSettings = {
  group: '',
  model: playgroundDefaults.model,
  second: '',
  max_tokens: playgroundDefaults.maxTokens,
  temperature: playgroundDefaults.temperature,
  reasoning_effort: '',
  stream: true,
  preset: '',
  system: DEFAULT_SYSTEM_PROMPT,
};

/** The text and the images that the reader is writing. */
export interface Draft {
  readonly text: string;
  readonly images: readonly string[];
}

interface NewMessage {
  readonly id: string;
  readonly createAt: number;
}

export function newQuestion({ id, createAt }: NewMessage, { text, images }: Draft): ChatMessage {
  return {
    id,
    createAt,
    role: 'user',
    content: text,
    reasoning: '',
    images,
    lostImages: 0,
    status: 'complete',
    fault: null,
    wasStopped: false,
  };
}

/** Who answers. */
export type Answerer = Pick<ChatMessage, 'model' | 'side'>;

export function newAnswer({ id, createAt }: NewMessage, { model, side }: Answerer = {}): ChatMessage {
  return {
    ...newQuestion({ id, createAt }, { text: '', images: [] }),
    role: 'assistant',
    status: 'loading',
    ...(model !== undefined && { model }),
    ...(side !== undefined && { side }),
  };
}

/** Whether a message is part of what the model of an answer is told: of two answers, only the one on its own side. */
function isToldTo(answer: ChatMessage | undefined, { side }: ChatMessage): boolean {
  return side === undefined || side === (answer?.side ?? 'left');
}

export function isRunning({ status }: ChatMessage): boolean {
  return status === 'loading' || status === 'incomplete';
}

/** The messages that the model receives; those before a cleared context are only shown. */
export function contextOf({ messages, clearedAfter }: ChatSession): readonly ChatMessage[] {
  const at = messages.findIndex(({ id }) => id === clearedAfter);
  return messages.slice(at + 1);
}

/** Finds the answer of a call in the log, with the question before it. */
export function placeOfCall(
  sessions: readonly ChatSession[],
  requestId: string,
): { readonly sessionId: string; readonly questionId: string } | null {
  for (const { id: sessionId, messages } of sessions) {
    const at = messages.findIndex(message => message.requestId === requestId);
    const question = messages.slice(0, Math.max(at, 0)).findLast(({ role }) => role === 'user');
    if (question) return { sessionId, questionId: question.id };
  }
  return null;
}

/** The request for the answer with this id: the system prompt, and all messages of the context before it. */
export function requestFor(session: ChatSession, answerId: string, settings: PlaygroundSettings): PlaygroundRequest {
  const context = contextOf(session);
  const end = context.findIndex(({ id }) => id === answerId);
  const answer = context[end];
  const said = (end === -1 ? context : context.slice(0, end)).filter(
    message => isToldTo(answer, message) && (message.role === 'user' || message.content !== ''),
  );
  const system = settings.system.trim();
  return {
    messages: [...(system === '' ? [] : [{ role: 'system' as const, content: system }]), ...said.map(toWire)],
    stream: settings.stream,
    model: answer?.model ?? settings.model,
    group: settings.group,
    max_tokens: settings.max_tokens,
    temperature: settings.temperature,
    ...(settings.reasoning_effort !== '' && { reasoning_effort: settings.reasoning_effort }),
  };
}

function toWire({ role, content, images }: ChatMessage): PlaygroundMessage {
  if (images.length === 0) return { role, content };
  const parts = images.map(url => ({ type: 'image_url' as const, image_url: { url } }));
  return { role, content: [...(content === '' ? [] : [{ type: 'text' as const, text: content }]), ...parts] };
}

/** The longest title taken from a question, in characters. */
const TITLE_MAX = 40;
/** The longest name that a reader may set, in UTF-16 units, as input fields count them. */
export const SESSION_NAME_MAX = 60;

/** The name that was set, or the first question; empty when there is neither. */
export function titleOf({ name, messages }: ChatSession): string {
  if (name !== undefined) return name;
  const first =
    messages
      .find(({ role }) => role === 'user')
      ?.content.trim()
      .replace(/\s+/g, ' ') ?? '';
  const letters = [...first];
  return letters.length > TITLE_MAX ? `${letters.slice(0, TITLE_MAX).join('')}…` : first;
}

/** Splits off the reasoning that some models write into the answer itself; `thought` is empty when there is none. */
export function splitThought(content: string): { readonly thought: string; readonly rest: string } {
  const opening = /^\s*<think>/.exec(content);
  if (!opening) return { thought: '', rest: content };
  const [thought = '', ...rest] = content.slice(opening[0].length).split('</think>');
  return { thought: thought.trim(), rest: rest.join('</think>').trimStart() };
}
