import { act } from '@testing-library/react';

let isVisible = true;

/** Takes over whether the tab can be seen; undone by `jest.restoreAllMocks()`. */
export function watchTab(): void {
  isVisible = true;
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
}

/** The tab is hidden, or comes to the front again. */
export function turnTab(visible: boolean): void {
  isVisible = visible;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** Lets time go by under fake timers, with the answers that arrive meanwhile. */
export function pass(ms: number) {
  return act(() => jest.advanceTimersByTimeAsync(ms));
}
