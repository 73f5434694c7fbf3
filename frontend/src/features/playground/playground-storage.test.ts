import { newAnswer, newQuestion, type ChatSession } from './conversation';
import { emptyPlayground } from './playground-slice';
import { type PlaygroundState } from './playground-state';
import { fitting, readPlayground, writePlayground } from './playground-storage';

function session(id: string, text = 'hi'): ChatSession {
  return {
    id,
    createAt: 1,
    clearedAfter: null,
    messages: [newQuestion({ id: `${id}q`, createAt: 1 }, { text, images: [] })],
  };
}

function state(...sessions: readonly ChatSession[]): PlaygroundState {
  return {
    ...emptyPlayground(7),
    sessions,
    currentId: sessions[0]?.id ?? '',
  };
}

function raw() {
  return window.localStorage.getItem('playground') ?? '';
}

afterEach(() => window.localStorage.clear());

describe('stored conversations', () => {
  it('are restored at the next visit, with the settings', () => {
    const before = { ...state(session('b'), session('a')), currentId: 'a' };
    writePlayground(before);
    expect(readPlayground()).toEqual(before);
  });

  it('are kept without images, but with a note about them', () => {
    const message = newQuestion({ id: 'q', createAt: 1 }, { text: 'look', images: ['data:image/png;base64,AAAA'] });
    writePlayground(state({ ...session('a'), messages: [message] }));
    expect(raw()).not.toContain('base64');
    expect(readPlayground()?.sessions[0]?.messages[0]).toMatchObject({ images: [], lostImages: 1, content: 'look' });
  });

  it('have no answer that stays unfinished', () => {
    writePlayground(state({ ...session('a'), messages: [newAnswer({ id: 'a', createAt: 1 })] }));
    expect(readPlayground()?.sessions[0]?.messages[0]).toMatchObject({ status: 'complete', wasStopped: true });
  });

  it('do not include sessions without a message', () => {
    writePlayground(state({ ...session('new'), messages: [] }, session('a')));
    expect(readPlayground()).toMatchObject({ sessions: [{ id: 'a' }], currentId: 'a' });
  });

  it.each(['', '{', 'null', '[]', '{"ownerId":"7"}', '"text"'])('are none when %j was stored', text => {
    window.localStorage.setItem('playground', text);
    expect(readPlayground()).toBeNull();
  });

  it('leave out damaged sessions', () => {
    writePlayground(state(session('a')));
    const kept = JSON.parse(raw()) as { sessions: unknown[] };
    kept.sessions.push({ id: 'b', messages: [{ id: 1 }] }, { id: 'c', name: 1, messages: [] }, null, 3);
    window.localStorage.setItem('playground', JSON.stringify(kept));
    expect(readPlayground()?.sessions.map(({ id }) => id)).toEqual(['a']);
  });

  it('are dropped when they are too many or too long, the oldest first', () => {
    const many = Array.from({ length: 60 }, (_, at) => session(`s${at}`));
    expect(fitting(many).map(({ id }) => id)).toEqual(many.slice(0, 50).map(({ id }) => id));
    const book = newQuestion({ id: 'q', createAt: 1 }, { text: 'x'.repeat(50_000), images: [] });
    const long = { ...session('long'), messages: Array.from({ length: 10 }, () => book) };
    expect(fitting([long])).toEqual([long]);
    expect(fitting([long, session('old')])).toEqual([long]);
    expect(fitting([session('new', ''), long]).map(({ id }) => id)).toEqual(['new', 'long']);
  });

  it('keep the beginning of a message that is as long as a book, and say how much is missing', () => {
    writePlayground(state(session('a', 'x'.repeat(1_000_000))));
    expect(raw().length).toBeLessThan(60_000);
    const kept = readPlayground()?.sessions[0]?.messages[0];
    expect([kept?.content.length, kept?.lostLetters]).toEqual([50_000, 950_000]);
    writePlayground(readPlayground() ?? state());
    expect(readPlayground()?.sessions[0]?.messages[0]?.lostLetters).toBe(950_000);
  });
});
