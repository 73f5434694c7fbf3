import { type UnknownAction } from '@reduxjs/toolkit';
import { type ChatMessage } from './conversation';
import {
  answerChanged,
  answerRetried,
  contextCleared,
  emptyPlayground,
  messageDeleted,
  playgroundOpened,
  playgroundReducer,
  questionAsked,
  questionEdited,
  sessionAdded,
  sessionChosen,
  sessionDeleted,
  settingsChanged,
} from './playground-slice';

function asked(sessionId: string, number: number) {
  return [
    questionAsked({
      sessionId,
      questionId: `q${number}`,
      answerId: `a${number}`,
      createAt: number,
      draft: { text: `question ${number}`, images: [] },
    }),
    answerChanged({
      sessionId,
      messageId: `a${number}`,
      event: { kind: 'text', content: `answer ${number}`, reasoning: '' },
    }),
    answerChanged({ sessionId, messageId: `a${number}`, event: { kind: 'ended' } }),
  ];
}

function after(...actions: readonly UnknownAction[]) {
  return actions.reduce((state, action) => playgroundReducer(state, action), emptyPlayground(7));
}

const talk = [sessionAdded({ id: 's', createAt: 1 }), ...asked('s', 1), ...asked('s', 2)];

function messagesOf(state: ReturnType<typeof after>): readonly ChatMessage[] {
  return state.sessions.find(({ id }) => id === 's')?.messages ?? [];
}

function idsOf(state: ReturnType<typeof after>) {
  return messagesOf(state).map(({ id }) => id);
}

describe('the sessions of the playground slice', () => {
  it('are ordered newest first, and a new one is shown', () => {
    const state = after(sessionAdded({ id: 's', createAt: 1 }), sessionAdded({ id: 't', createAt: 2 }));
    expect(state.sessions.map(({ id }) => id)).toEqual(['t', 's']);
    expect(state.currentId).toBe('t');
  });

  it('show the next one when the current one is deleted, and none after the last', () => {
    const two = [...talk, sessionAdded({ id: 't', createAt: 2 })];
    expect(after(...two, sessionDeleted('t')).currentId).toBe('s');
    expect(after(...two, sessionChosen('s'), sessionDeleted('t')).currentId).toBe('s');
    expect(after(...talk, sessionDeleted('s'))).toMatchObject({ sessions: [], currentId: '' });
  });

  it('belong to one user only', () => {
    expect(after(...talk, playgroundOpened(7)).sessions).toHaveLength(1);
    expect(after(...talk, settingsChanged({ model: 'm' }), playgroundOpened(8))).toEqual(emptyPlayground(8));
  });
});

describe('a conversation of the playground slice', () => {
  it('holds question and answer, and the answer is pending', () => {
    const state = after(sessionAdded({ id: 's', createAt: 1 }), asked('s', 1)[0]!);
    expect(messagesOf(state)).toMatchObject([
      { id: 'q1', role: 'user', content: 'question 1', status: 'complete' },
      { id: 'a1', role: 'assistant', content: '', status: 'loading' },
    ]);
  });

  it('requests an answer again in its place', () => {
    const place = { sessionId: 's', answerId: 'b', createAt: 3 };
    expect(idsOf(after(...talk, answerRetried({ ...place, messageId: 'a2' })))).toEqual(['q1', 'a1', 'q2', 'b']);
  });

  it('replaces the text of a question, and removes the later messages', () => {
    const place = { sessionId: 's', answerId: 'b', createAt: 3 };
    const state = after(...talk, questionEdited({ ...place, messageId: 'q1', text: 'better' }));
    expect(idsOf(state)).toEqual(['q1', 'b']);
    expect(messagesOf(state)[0]?.content).toBe('better');
  });

  it('changes nothing when the edited question is gone', () => {
    const place = { sessionId: 's', answerId: 'b', createAt: 3 };
    expect(idsOf(after(...talk, questionEdited({ ...place, messageId: 'x', text: 'y' })))).toEqual([
      'q1',
      'a1',
      'q2',
      'a2',
    ]);
  });

  it('loses only the message that is deleted', () => {
    expect(idsOf(after(...talk, messageDeleted({ sessionId: 's', messageId: 'a1' })))).toEqual(['q1', 'q2', 'a2']);
  });

  it('keeps the beginning of its context, whatever is deleted or edited', () => {
    const cleared = [...talk, contextCleared('s')];
    const mark = (...more: readonly UnknownAction[]) => after(...cleared, ...more).sessions[0]?.clearedAfter;
    const place = { sessionId: 's', answerId: 'b', createAt: 3 };
    expect(mark()).toBe('a2');
    expect(mark(messageDeleted({ sessionId: 's', messageId: 'a2' }))).toBe('q2');
    expect(mark(...asked('s', 3), questionEdited({ ...place, messageId: 'q3', text: 'x' }))).toBe('a2');
    expect(mark(questionEdited({ ...place, messageId: 'q1', text: 'x' }))).toBeNull();
  });
});
