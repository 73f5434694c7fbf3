import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  defaultSettings,
  newAnswer,
  newQuestion,
  type Answerer,
  type ChatMessage,
  type ChatSession,
  type Draft,
  type PlaygroundSettings,
} from './conversation';
import { nextAnswer, type AnswerEvent } from './message-state';
import { type PlaygroundState } from './playground-state';
import { readPlayground } from './playground-storage';

export function emptyPlayground(ownerId: number): PlaygroundState {
  return {
    ownerId,
    sessions: [],
    currentId: '',
    settings: defaultSettings,
  };
}

/** The position of a message. */
export interface MessagePlace {
  readonly sessionId: string;
  readonly messageId: string;
}

/** The position of a future answer, and the time at which it was requested. */
export interface AnswerPlace {
  readonly sessionId: string;
  readonly answerId: string;
  readonly createAt: number;
  /** Who answers. Default: the chosen model, alone. */
  readonly answerer?: Answerer;
  /** The answer of another model to the same question. Default: none. */
  readonly second?: { readonly answerId: string; readonly answerer: Answerer };
}

function withSession(
  state: PlaygroundState,
  sessionId: string,
  change: (session: ChatSession) => ChatSession,
): PlaygroundState {
  return {
    ...state,
    sessions: state.sessions.map(session => (session.id === sessionId ? change(session) : session)),
  };
}

/** The messages before an answer, followed by a pending answer, or by two. */
function answeredAnew(before: readonly ChatMessage[], place: AnswerPlace): readonly ChatMessage[] {
  const { answerId, createAt, answerer, second } = place;
  const first = newAnswer({ id: answerId, createAt }, answerer);
  return [...before, first, ...(second ? [newAnswer({ id: second.answerId, createAt }, second.answerer)] : [])];
}

function upTo({ messages }: ChatSession, messageId: string): readonly ChatMessage[] {
  const at = messages.findIndex(({ id }) => id === messageId);
  return at === -1 ? messages : messages.slice(0, at);
}

const playgroundSlice = createSlice({
  name: 'playground',
  initialState: (): PlaygroundState => readPlayground() ?? emptyPlayground(0),
  reducers: {
    /** A user opens the page: the conversations of another user are removed. */
    playgroundOpened: (state, { payload: userId }: PayloadAction<number>): PlaygroundState =>
      state.ownerId === userId ? state : emptyPlayground(userId),
    settingsChanged: (state, { payload }: PayloadAction<Partial<PlaygroundSettings>>): PlaygroundState => ({
      ...state,
      settings: { ...state.settings, ...payload },
    }),
    sessionAdded: (
      state,
      { payload: { id, createAt } }: PayloadAction<Pick<ChatSession, 'id' | 'createAt'>>,
    ): PlaygroundState => ({
      ...state,
      currentId: id,
      sessions: [{ id, createAt, messages: [], clearedAfter: null }, ...state.sessions],
    }),
    sessionChosen: (state, { payload }: PayloadAction<string>): PlaygroundState => ({ ...state, currentId: payload }),
    sessionDeleted: (state, { payload }: PayloadAction<string>): PlaygroundState => {
      const sessions = state.sessions.filter(({ id }) => id !== payload);
      const currentId = state.currentId === payload ? (sessions[0]?.id ?? '') : state.currentId;
      return { ...state, sessions, currentId };
    },
    sessionRenamed: (
      state,
      { payload: { sessionId, name } }: PayloadAction<{ readonly sessionId: string; readonly name: string }>,
    ): PlaygroundState => withSession(state, sessionId, session => ({ ...session, name })),
    contextCleared: (state, { payload }: PayloadAction<string>): PlaygroundState =>
      withSession(state, payload, session => ({ ...session, clearedAfter: session.messages.at(-1)?.id ?? null })),
    questionAsked: (
      state,
      { payload }: PayloadAction<AnswerPlace & { readonly questionId: string; readonly draft: Draft }>,
    ): PlaygroundState =>
      withSession(state, payload.sessionId, session => {
        const question = newQuestion({ id: payload.questionId, createAt: payload.createAt }, payload.draft);
        return { ...session, messages: answeredAnew([...session.messages, question], payload) };
      }),
    /** Removes an answer with all later messages, and adds a pending one. */
    answerRetried: (state, { payload }: PayloadAction<AnswerPlace & { readonly messageId: string }>): PlaygroundState =>
      withSession(state, payload.sessionId, session => ({
        ...session,
        messages: answeredAnew(upTo(session, payload.messageId), payload),
      })),
    /** Replaces the text of a question; later messages are removed. */
    questionEdited: (
      state,
      { payload }: PayloadAction<AnswerPlace & { readonly messageId: string; readonly text: string }>,
    ): PlaygroundState =>
      withSession(state, payload.sessionId, session => {
        const question = session.messages.find(({ id }) => id === payload.messageId);
        if (!question) return session;
        const before = upTo(session, payload.messageId);
        // When the context was cleared after the question, it is complete again.
        const isCleared = before.some(({ id }) => id === session.clearedAfter);
        return {
          ...session,
          clearedAfter: isCleared ? session.clearedAfter : null,
          messages: answeredAnew([...before, { ...question, content: payload.text }], payload),
        };
      }),
    messageDeleted: (state, { payload: { sessionId, messageId } }: PayloadAction<MessagePlace>): PlaygroundState =>
      withSession(state, sessionId, session => {
        const at = session.messages.findIndex(({ id }) => id === messageId);
        const clearedAfter =
          session.clearedAfter === messageId ? (session.messages[at - 1]?.id ?? null) : session.clearedAfter;
        return { ...session, clearedAfter, messages: session.messages.filter(({ id }) => id !== messageId) };
      }),
    answerChanged: (
      state,
      { payload: { sessionId, messageId, event } }: PayloadAction<MessagePlace & { readonly event: AnswerEvent }>,
    ): PlaygroundState =>
      withSession(state, sessionId, session => ({
        ...session,
        messages: session.messages.map(message => (message.id === messageId ? nextAnswer(message, event) : message)),
      })),
  },
});

export const {
  playgroundOpened,
  settingsChanged,
  sessionAdded,
  sessionChosen,
  sessionDeleted,
  sessionRenamed,
  contextCleared,
  questionAsked,
  answerRetried,
  questionEdited,
  messageDeleted,
  answerChanged,
} = playgroundSlice.actions;
export const playgroundReducer = playgroundSlice.reducer;
