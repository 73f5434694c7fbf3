import { playgroundDefaults, type MessageState, type PlaygroundMessage, type PlaygroundRequest } from '@contracts';

/** Why an answer failed; `network` has no sentence of its own. */
export interface AnswerFault {
  readonly kind: 'expired' | 'server' | 'network';
  readonly message: string;
}

export interface ChatMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** What a reasoning model thought aloud. */
  readonly reasoning: string;
  /** Data addresses; they are not kept between visits. */
  readonly images: readonly string[];
  /** Images that were sent but not kept. */
  readonly lostImages: number;
  /** Milliseconds. */
  readonly createAt: number;
  readonly status: MessageState;
  readonly fault: AnswerFault | null;
  /** The reader ended the answer. */
  readonly wasStopped: boolean;
  /** Of an answer: the number of its call in the log; absent until the server told it. */
  readonly requestId?: string;
}

export interface ChatSession {
  readonly id: string;
  /** Given by the reader; absent while the first question stands for it. */
  readonly name?: string;
  readonly createAt: number;
  readonly messages: readonly ChatMessage[];
  /** The model is told of messages behind this one only; null for all. */
  readonly clearedAfter: string | null;
}

export interface PlaygroundSettings {
  readonly group: string;
  readonly model: string;
  /** 0: no limit. */
  readonly max_tokens: number;
  readonly temperature: number;
  /** Empty: not set. Levels as the OpenAI protocol names them, or whatever a call in the log was made with. */
  readonly reasoning_effort: string;
  /** The answer is shown while it comes. */
  readonly stream: boolean;
  /** Name of a role, or empty for none. */
  readonly preset: string;
  readonly system: string;
}

export const DEFAULT_SYSTEM_PROMPT = 'You are a helpful assistant.';

export const defaultSettings: PlaygroundSettings = {
  group: '',
  model: playgroundDefaults.model,
  max_tokens: playgroundDefaults.maxTokens,
  temperature: playgroundDefaults.temperature,
  reasoning_effort: '',
  stream: true,
  preset: '',
  system: DEFAULT_SYSTEM_PROMPT,
};

/** What somebody writes. */
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

export function newAnswer({ id, createAt }: NewMessage): ChatMessage {
  return {
    ...newQuestion({ id, createAt }, { text: '', images: [] }),
    role: 'assistant',
    status: 'loading',
  };
}

export function isRunning({ status }: ChatMessage): boolean {
  return status === 'loading' || status === 'incomplete';
}

/** The messages that the model is told of; those before a cleared context are only there to be read. */
export function contextOf({ messages, clearedAfter }: ChatSession): readonly ChatMessage[] {
  const at = messages.findIndex(({ id }) => id === clearedAfter);
  return messages.slice(at + 1);
}

/** Where the answer of a call in the log stands, with the question before it. */
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

/** The request for the answer with this id: the system prompt, and everything in context that was said before it. */
export function requestFor(session: ChatSession, answerId: string, settings: PlaygroundSettings): PlaygroundRequest {
  const context = contextOf(session);
  const end = context.findIndex(({ id }) => id === answerId);
  const said = (end === -1 ? context : context.slice(0, end)).filter(
    ({ role, content }) => role === 'user' || content !== '',
  );
  const system = settings.system.trim();
  return {
    messages: [...(system === '' ? [] : [{ role: 'system' as const, content: system }]), ...said.map(toWire)],
    stream: settings.stream,
    model: settings.model,
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

/** Longest title that is taken from a question, in characters. */
const TITLE_MAX = 40;
/** Longest name that a reader may give, in UTF-16 units, as fields count them. */
export const SESSION_NAME_MAX = 60;

/** The given name, or the first question; empty while there is neither. */
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

/** Some models write their thoughts into the answer itself; `thought` is empty when they do not. */
export function splitThought(content: string): { readonly thought: string; readonly rest: string } {
  const opening = /^\s*<think>/.exec(content);
  if (!opening) return { thought: '', rest: content };
  const [thought = '', ...rest] = content.slice(opening[0].length).split('</think>');
  return { thought: thought.trim(), rest: rest.join('</think>').trimStart() };
}
