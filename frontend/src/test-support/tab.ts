import { act } from '@testing-library/react';

let isVisible = true;

/** Controls whether the tab is visible; undone by `jest.restoreAllMocks()`. */
export function watchTab(): void {
  isVisible = true;
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
}

/** Hides the tab, or shows it again. */
export function turnTab(visible: boolean): void {
  isVisible = visible;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** Advances the fake timers, and handles the responses that arrive meanwhile. */
export function pass(ms: number) {
  return act(() => jest.advanceTimersByTimeAsync(ms));
}
