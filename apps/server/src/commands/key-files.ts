import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const OWNER_ONLY = 0o600;

/** The generated master key of a data directory, and the one that it replaces for the time of a rotation. */
export class KeyFiles {
  private readonly current: string;
  private readonly previous: string;

  constructor(directory: string) {
    this.current = join(directory, 'master-key');
    this.previous = join(directory, 'master-key-previous');
  }

  /** Whether the key of this place is a file here. */
  get isUsed(): boolean {
    return existsSync(this.current);
  }

  /** Puts a new key beside the old one, unless that was done. A process that is killed on the way can be repeated. */
  replace(key: string = randomBytes(32).toString('hex')): void {
    const old = readFileSync(this.current, 'utf8').trim();
    if (existsSync(this.previous) && readFileSync(this.previous, 'utf8').trim() !== old) return;
    written(`${this.previous}.new`, old);
    renameSync(`${this.previous}.new`, this.previous);
    written(`${this.current}.new`, key);
    renameSync(`${this.current}.new`, this.current);
  }

  /** Nothing is sealed with it any more. */
  forgetPrevious(): void {
    rmSync(this.previous, { force: true });
  }
}

function written(path: string, text: string): void {
  const file = openSync(path, 'w', OWNER_ONLY);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
}
