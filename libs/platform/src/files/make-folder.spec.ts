import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'sluice-folder-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('a folder', () => {
  it('is made with all that are missing above it, for its owner alone where that is asked for', () => {
    const path = join(directory, 'one', 'two', 'three');
    makeFolder(path, 0o700);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(() => makeFolder(path)).not.toThrow();
  });

  it('cannot be below a file', () => {
    writeFileSync(join(directory, 'file'), '');
    expect(() => makeFolder(join(directory, 'file', 'deep', 'folder'))).toThrow(
      /file is a file, and .* choose another/,
    );
    expect(() => makeFolder(join(directory, 'file'))).toThrow('is a file');
  });

  it('is refused at once where a file system makes none', () => {
    if (!existsSync('/proc/self')) return; // a system without /proc
    expect(() => makeFolder('/proc/sluice/backups')).toThrow('no folder can be made in /proc: choose another place.');
  });
});
