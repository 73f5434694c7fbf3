import { renderHook } from '@testing-library/react';
import { pass, turnTab, watchTab } from '../../test-support/tab';
import { usePolling } from './use-polling';

beforeEach(() => {
  jest.useFakeTimers();
  watchTab();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function start(first: number | null, answer: () => Promise<{ isError: boolean }> = async () => ({ isError: false })) {
  let count = 0;
  const askAgain = () => {
    count += 1;
    return answer();
  };
  const { rerender, unmount } = renderHook(({ awaited }) => usePolling({ awaited, askAgain }), {
    initialProps: { awaited: first },
  });
  return { asked: () => count, wait: (awaited: number | null) => rerender({ awaited }), unmount };
}

describe('polling', () => {
  it('pauses while everything is finished', async () => {
    const { asked } = start(null);
    await pass(600_000);
    expect(asked()).toBe(0);
  });

  it('repeats every 5 seconds, and ends with the last unfinished row', async () => {
    const { asked, wait } = start(7);
    await pass(4_999);
    expect(asked()).toBe(0);
    await pass(10_001);
    expect(asked()).toBe(3);
    wait(null);
    await pass(60_000);
    expect(asked()).toBe(3);
  });

  it('slows down to 15 seconds after two minutes, and to a minute after ten', async () => {
    const { asked } = start(7);
    await pass(120_000);
    expect(asked()).toBe(24);
    await pass(14_999);
    expect(asked()).toBe(24);
    await pass(480_000 - 14_999);
    expect(asked()).toBe(56);
    await pass(59_999);
    expect(asked()).toBe(56);
    await pass(1);
    expect(asked()).toBe(57);
  });

  it('is quick again for a newer row', async () => {
    const { asked, wait } = start(7);
    await pass(600_000);
    expect(asked()).toBe(56);
    wait(8);
    await pass(5_000);
    expect(asked()).toBe(57);
  });

  it('waits for the response before the next pause begins', async () => {
    let answer = (_: { isError: boolean }) => undefined as void;
    const { asked } = start(7, () => new Promise(resolve => (answer = resolve)));
    await pass(60_000);
    expect(asked()).toBe(1);
    answer({ isError: false });
    await pass(5_000);
    expect(asked()).toBe(2);
  });

  it('calls a failing server only once a minute', async () => {
    const { asked } = start(7, async () => ({ isError: true }));
    await pass(5_000);
    expect(asked()).toBe(1);
    await pass(59_999);
    expect(asked()).toBe(1);
    await pass(1);
    expect(asked()).toBe(2);
  });

  it('pauses while the tab is hidden, and calls at once when it is visible again', async () => {
    const { asked } = start(7);
    turnTab(false);
    await pass(600_000);
    expect(asked()).toBe(0);
    turnTab(true);
    await pass(0);
    expect(asked()).toBe(1);
    await pass(5_000);
    expect(asked()).toBe(2);
  });

  it('ends with its page', async () => {
    const { asked, unmount } = start(7);
    unmount();
    await pass(60_000);
    expect(asked()).toBe(0);
  });
});
