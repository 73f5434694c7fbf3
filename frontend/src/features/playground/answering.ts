import { streamChat, StreamFault, type ChatPiece } from '../../api/stream-chat';
import { randomSuffix } from '../../shared/browser/random';
import { isRunning, requestFor, type ChatSession, type Draft } from './conversation';
import { type AnswerEvent } from './message-state';
import { type PlaygroundDispatch, type StateWithPlayground } from './playground-hooks';
import {
  answerChanged,
  answerRetried,
  messageDeleted,
  questionAsked,
  questionEdited,
  sessionAdded,
  sessionDeleted,
  type AnswerPlace,
  type MessagePlace,
} from './playground-slice';
import { forgetAnswer, startAnswer, stopAnswer } from './running-answers';

type Thunk = (dispatch: PlaygroundDispatch, getState: () => StateWithPlayground) => void;

/** The interval at which the pieces are shown together; rendering each piece alone would slow a fast answer. */
const SHOW_EVERY_MS = 60;
const ID_LENGTH = 12;

function newId(): string {
  return randomSuffix(ID_LENGTH);
}

/** The place of the next answer, or of the next two when two models are to answer beside each other. */
function newPlace(sessionId: string, { playground: { settings } }: StateWithPlayground): AnswerPlace {
  const { model, second } = settings;
  const place = { sessionId, answerId: newId(), createAt: Date.now() };
  if (second === '' || second === model) return { ...place, answerer: { model } };
  return {
    ...place,
    answerer: { model, side: 'left' },
    second: { answerId: newId(), answerer: { model: second, side: 'right' } },
  };
}

function sessionIn(state: StateWithPlayground, id: string): ChatSession | undefined {
  return state.playground.sessions.find(session => session.id === id);
}

/** Opens an empty session, unless the newest one is empty. */
export function openSession(): Thunk {
  return (dispatch, getState) => {
    const { sessions } = getState().playground;
    const [newest] = sessions;
    const id = newest && newest.messages.length === 0 ? newest.id : newId();
    if (id === newest?.id) dispatch(sessionDeleted(id));
    dispatch(sessionAdded({ id, createAt: Date.now() }));
  };
}

/** Sends a question in the current session, or in a new one. */
export function ask(draft: Draft): Thunk {
  return (dispatch, getState) => {
    const { currentId } = getState().playground;
    if (!sessionIn(getState(), currentId)) dispatch(sessionAdded({ id: newId(), createAt: Date.now() }));
    const place = newPlace(getState().playground.currentId, getState());
    dispatch(questionAsked({ ...place, questionId: newId(), draft }));
    answerAll(place, dispatch, getState);
  };
}

/** Removes an answer with all later messages, and requests it again. */
export function retry({ sessionId, messageId }: MessagePlace): Thunk {
  return (dispatch, getState) => {
    const former = sessionIn(getState(), sessionId)?.messages.find(({ id }) => id === messageId);
    const { model } = getState().playground.settings;
    const answerer = former?.side ? { model: former.model ?? model, side: former.side } : { model };
    const place = { sessionId, answerId: newId(), createAt: Date.now(), answerer };
    dispatch(answerRetried({ ...place, messageId }));
    answerAll(place, dispatch, getState);
  };
}

/** Replaces the text of a question and requests a new answer; later messages are removed. */
export function resend({ sessionId, messageId }: MessagePlace, text: string): Thunk {
  return (dispatch, getState) => {
    const place = newPlace(sessionId, getState());
    dispatch(questionEdited({ ...place, messageId, text }));
    answerAll(place, dispatch, getState);
  };
}

/** Stops the unfinished answers of a session. */
export function stop(sessionId: string): Thunk {
  return (_dispatch, getState) => {
    for (const message of sessionIn(getState(), sessionId)?.messages ?? [])
      if (isRunning(message)) stopAnswer(message.id);
  };
}

export function removeMessage(place: MessagePlace): Thunk {
  return dispatch => {
    stopAnswer(place.messageId);
    dispatch(messageDeleted(place));
  };
}

export function removeSession(sessionId: string): Thunk {
  return (dispatch, getState) => {
    stop(sessionId)(dispatch, getState);
    dispatch(sessionDeleted(sessionId));
  };
}

function answerAll(place: AnswerPlace, dispatch: PlaygroundDispatch, getState: () => StateWithPlayground): void {
  void answer(place, dispatch, getState);
  if (place.second) void answer({ ...place, answerId: place.second.answerId }, dispatch, getState);
}

async function answer(
  { sessionId, answerId }: AnswerPlace,
  dispatch: PlaygroundDispatch,
  getState: () => StateWithPlayground,
) {
  const session = sessionIn(getState(), sessionId);
  if (!session) return;
  const tell = (event: AnswerEvent) => dispatch(answerChanged({ sessionId, messageId: answerId, event }));
  const { signal } = startAnswer(answerId);
  const gathered = new GatheredText(tell);
  try {
    const userId = getState().session.user?.id ?? 0;
    const onRequestId = (requestId: string) => tell({ kind: 'begun', requestId });
    const request = requestFor(session, answerId, getState().playground.settings);
    for await (const piece of streamChat(request, { userId, signal, onRequestId })) gathered.add(piece);
    gathered.show();
    tell({ kind: 'ended', at: Date.now() });
  } catch (error) {
    gathered.show();
    if (signal.aborted) tell({ kind: 'stopped', at: Date.now() });
    else tell({ kind: 'failed', fault: faultOf(error), at: Date.now() });
  } finally {
    forgetAnswer(answerId);
  }
}

function faultOf(error: unknown) {
  if (error instanceof StreamFault) return { kind: error.kind, message: error.message };
  return { kind: 'server' as const, message: String(error) };
}

/** Text that has arrived and is not shown yet. */
class GatheredText {
  private waiting: ChatPiece | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tell: (event: AnswerEvent) => void) {}

  add({ content, reasoning }: ChatPiece): void {
    const before = this.waiting ?? { content: '', reasoning: '' };
    this.waiting = { content: before.content + content, reasoning: before.reasoning + reasoning };
    this.timer ??= setTimeout(() => this.show(), SHOW_EVERY_MS);
  }

  show(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.waiting) this.tell({ kind: 'text', ...this.waiting });
    this.waiting = null;
  }
}
