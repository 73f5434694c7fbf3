import { act, renderHook } from '@testing-library/react';
import { useRepeated } from './use-repeated';

const MINUTE_MS = 60_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function setHidden(isHidden: boolean): void {
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

it('acts every so many minutes, by the latest action', () => {
  const first = jest.fn();
  const second = jest.fn();
  const { rerender, unmount } = renderHook(({ action }) => useRepeated(action, 5), { initialProps: { action: first } });
  jest.advanceTimersByTime(5 * MINUTE_MS - 1);
  expect(first).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(first).toHaveBeenCalledTimes(1);
  rerender({ action: second });
  jest.advanceTimersByTime(5 * MINUTE_MS);
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(1);
  unmount();
  jest.advanceTimersByTime(10 * MINUTE_MS);
  expect(second).toHaveBeenCalledTimes(1);
});

it('rests while the page is hidden, and catches up when it is seen', () => {
  const action = jest.fn();
  renderHook(() => useRepeated(action, 1));
  setHidden(true);
  jest.advanceTimersByTime(3 * MINUTE_MS);
  expect(action).not.toHaveBeenCalled();
  setHidden(false);
  expect(action).toHaveBeenCalledTimes(1);
});

it.each([null, 0])('never acts with %s minutes', minutes => {
  const action = jest.fn();
  renderHook(() => useRepeated(action, minutes));
  jest.advanceTimersByTime(60 * MINUTE_MS);
  expect(action).not.toHaveBeenCalled();
});
