import { messageStates } from '@contracts';
import { newAnswer, type ChatMessage } from './conversation';
import { nextAnswer, type AnswerEvent } from './message-state';

function text(content: string, reasoning = ''): AnswerEvent {
  return { kind: 'text', content, reasoning };
}

const ended: AnswerEvent = { kind: 'ended' };
const stopped: AnswerEvent = { kind: 'stopped' };
const failed: AnswerEvent = { kind: 'failed', fault: { kind: 'server', message: 'no' } };

const fresh = newAnswer({ id: 'a', createAt: 1 });

function after(...events: readonly AnswerEvent[]) {
  return events.reduce<ChatMessage>(nextAnswer, fresh);
}

describe('the state of an answer', () => {
  it('is loading until the first text, then incomplete, then complete', () => {
    expect(fresh.status).toBe('loading');
    expect(after(text('a')).status).toBe('incomplete');
    expect(after(text('a'), text('b')).status).toBe('incomplete');
    expect(after(text('a'), text('b'), ended)).toMatchObject({ status: 'complete', content: 'ab', fault: null });
  });

  it('keeps the reasoning apart from the text', () => {
    expect(after(text('', 'hm'), text('', 'm'), text('yes'), ended)).toMatchObject({
      reasoning: 'hmm',
      content: 'yes',
    });
  });

  it('is complete when it ends without any text', () => {
    expect(after(ended)).toMatchObject({ status: 'complete', content: '' });
  });

  it('keeps the text that arrived before it was stopped or failed', () => {
    expect(after(text('a'), stopped)).toMatchObject({ status: 'complete', content: 'a', wasStopped: true });
    expect(after(text('a'), failed)).toMatchObject({ status: 'error', content: 'a', fault: { message: 'no' } });
    expect(after(failed)).toMatchObject({ status: 'error', content: '' });
  });

  it.each([
    ['complete', [ended]],
    ['stopped', [stopped]],
    ['failed', [failed]],
  ])('no longer changes once it is %s', (_name, events) => {
    const final = after(text('a'), ...events);
    for (const event of [text('late'), ended, stopped, failed]) expect(nextAnswer(final, event)).toBe(final);
  });

  it('has no other values than those of the contract', () => {
    const seen = [fresh, after(text('a')), after(ended), after(failed)].map(({ status }) => status);
    expect(seen).toEqual([...messageStates]);
  });
});
