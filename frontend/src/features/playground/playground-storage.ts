import { readStored, writeStored } from '../../shared/browser/storage';
import { defaultSettings, type ChatMessage, type ChatSession } from './conversation';
import { nextAnswer } from './message-state';
import { type PlaygroundState } from './playground-state';

/** The most sessions that are kept; the oldest are dropped first. */
const SESSIONS_MAX = 50;
/** The most characters of all kept sessions together; browsers keep about five million for one site. */
const LETTERS_MAX = 500_000;
/** The most characters that are kept of one message; a pasted book would be written again at every word of an answer. */
const MESSAGE_LETTERS_MAX = 50_000;

/** The stored form of a message: without images and ends of long texts, which would fill the storage. */
function toStored(message: ChatMessage): ChatMessage {
  return {
    ...message,
    images: [],
    lostImages: message.lostImages + message.images.length,
    ...shortened(message),
  };
}

/** What is kept of a long text, with a note about the rest. */
function shortened({ content, lostLetters = 0 }: ChatMessage): Partial<ChatMessage> {
  const lost = content.length - MESSAGE_LETTERS_MAX;
  return lost > 0 ? { content: content.slice(0, MESSAGE_LETTERS_MAX), lostLetters: lostLetters + lost } : {};
}

function lettersOf({ messages }: ChatSession): number {
  return messages.reduce(
    (sum, { content, reasoning }) => sum + Math.min(content.length, MESSAGE_LETTERS_MAX) + reasoning.length,
    0,
  );
}

/** The sessions that fit into the storage, newest first; the newest one always fits. */
export function fitting(sessions: readonly ChatSession[]): readonly ChatSession[] {
  let letters = 0;
  return sessions.filter((session, at) => {
    letters += lettersOf(session);
    return at === 0 || (at < SESSIONS_MAX && letters <= LETTERS_MAX);
  });
}

export function writePlayground({ sessions, ...state }: PlaygroundState): void {
  const kept = fitting(sessions.filter(({ messages }) => messages.length > 0));
  writeStored('playground', {
    ...state,
    sessions: kept.map(session => ({ ...session, messages: session.messages.map(toStored) })),
  });
}

function isMessage(value: unknown): value is ChatMessage {
  const { id, role, content } = (value ?? {}) as Partial<ChatMessage>;
  return typeof id === 'string' && (role === 'user' || role === 'assistant') && typeof content === 'string';
}

function isSession(value: unknown): value is ChatSession {
  const { id, name, messages } = (value ?? {}) as Partial<ChatSession>;
  const isNamed = name === undefined || typeof name === 'string';
  return typeof id === 'string' && isNamed && Array.isArray(messages) && messages.every(isMessage);
}

/** Ends answers that were running when the page was left, because they receive no more text. */
function whole(session: ChatSession): ChatSession {
  return {
    ...session,
    messages: session.messages.map(message => nextAnswer(message, { kind: 'stopped' })),
  };
}

/** The conversations of the last visit; null when there are none, or when the stored value is damaged. */
export function readPlayground(): PlaygroundState | null {
  const { ownerId, sessions: kept, currentId, settings } = (readStored('playground') ?? {}) as Partial<PlaygroundState>;
  if (ownerId === undefined || !Number.isInteger(ownerId)) return null;
  const sessions = Array.isArray(kept) ? kept.filter(isSession).map(whole) : [];
  const current = sessions.find(({ id }) => id === currentId) ?? sessions[0];
  return { ownerId, sessions, currentId: current?.id ?? '', settings: { ...defaultSettings, ...settings } };
}
