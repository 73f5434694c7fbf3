import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
// What it closes after the last test then belongs to every file, and not to the first one alone.
import { answeredEndpoints } from '../console';

const ROOT = join(__dirname, '../../..');
const CONTRACT = join(__dirname, '..');

/** How many parts there are; each has a spec file here. */
const PARTS = 2;

const realFetch = globalThis.fetch;

/** Every file begins as a browser that has visited no server, and has to get each response itself. */
function forget(): void {
  answeredEndpoints.clear();
  globalThis.fetch = realFetch;
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
}

/**
 * Runs one of several parts of the contract tests, with a block for each file. React and the console are evaluated once for
 * the part, and not for each file.
 *
 * @param part 1 for the first
 */
export function describePart(part: number): void {
  const files = readdirSync(CONTRACT)
    .filter(name => name.endsWith('.spec.ts'))
    .sort();
  for (const name of files.filter((_name, index) => index % PARTS === part - 1)) {
    const path = join(CONTRACT, name);
    describe(relative(ROOT, path), () => {
      beforeAll(forget);
      jest.requireActual(path);
    });
  }
}
