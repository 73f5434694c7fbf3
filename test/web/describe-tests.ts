import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { OverlayToaster, type Toaster } from '@blueprintjs/core';
// Its hook takes away what a test has rendered. Imported here it belongs to every file, and not to the first one alone.
import { act, waitFor } from '@testing-library/react';
import { flushSync } from 'react-dom';

const ROOT = join(__dirname, '../..');
const SOURCES = join(ROOT, 'frontend/src');

/** How many parts there are; each has a spec file here. */
const PARTS = 4;
/** How long a message may take to leave the window on a busy machine. */
const CLEANING_MS = 10_000;

/** Deals the files by their sizes, so that the parts take about equally long. */
function testsOfPart(part: number): readonly string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.test\.tsx?$/.test(name))
    .map(name => ({ path: join(SOURCES, name), bytes: statSync(join(SOURCES, name)).size }))
    .sort((a, b) => b.bytes - a.bytes || a.path.localeCompare(b.path))
    .filter((_test, index) => index % PARTS === part - 1)
    .map(({ path }) => path);
}

/** What shows the short messages, which stay for seconds, also when the page that they belong to is gone. */
const toasters: Toaster[] = [];
const createToaster = OverlayToaster.create;
OverlayToaster.create = async (...options) => {
  const toaster = await createToaster(...options);
  toasters.push(toaster);
  return toaster;
};

/**
 * Takes back all short messages at once. What shows them outlives the tests: when the queue of an `act` is dropped with its
 * task inside, React goes on waiting for that task and renders no further message. Only a synchronous update, which waits
 * for no task, ends that.
 */
function clearMessages(): void {
  act(() => flushSync(() => toasters.forEach(toaster => toaster.clear())));
}

/** Removes what a file has left in the window: every file begins with a window that is as good as new. */
async function cleanWindow(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  await waitFor(
    () => {
      // A message that a test did not wait for may come after the first clearing; one that is leaving is left alone.
      if (shownToast() !== null) clearMessages();
      expect(shownToast()).toBeNull();
    },
    { timeout: CLEANING_MS },
  );
  // Outside of a test nothing renders what has left; no later test may find its words.
  document.querySelectorAll('.bp6-toast').forEach(toast => toast.replaceChildren());
}

function shownToast(): Element | null {
  return document.querySelector('.bp6-toast:not(.bp6-toast-exit)');
}

/**
 * Runs one of several parts of the tests of the console, with a block for each file. React, Blueprint and the console are
 * evaluated once for the part. Jest would evaluate them again for each file, which takes longer than most of the tests.
 *
 * @param part 1 for the first
 */
export function describePart(part: number): void {
  for (const path of testsOfPart(part)) {
    describe(relative(ROOT, path), () => {
      beforeAll(cleanWindow);
      beforeEach(clearMessages);
      jest.requireActual(path);
    });
  }
}
