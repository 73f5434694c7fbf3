import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Folder of the recorded provider responses. They are third-party files, lie next to the repository if they are
 * installed, and are never part of it; `SLUICE_FIXTURES` names another place for them.
 */
const ROOT = process.env.SLUICE_FIXTURES ?? resolve(__dirname, '../../../../../shared/fixtures');

/** The text of one recorded file. */
export interface RecordedFile {
  /** Folder and file name. */
  readonly name: string;
  readonly text: string;
}

/** A recorded stream: the payloads of its events in their order. */
export interface RecordedStream {
  readonly name: string;
  readonly payloads: readonly string[];
}

/**
 * Reads the recorded files of some folders. Without any the list is empty, and one line says so: a table of tests needs
 * an entry of its own besides, because Jest refuses an empty table.
 *
 * @param ending how the names end; all files without it
 */
export function recordedFiles(folders: readonly string[], ending = ''): readonly RecordedFile[] {
  const found = folders.flatMap(folder => namesIn(folder, ending).flatMap(name => readRecorded(`${folder}/${name}`)));
  if (found.length === 0) sayAbsent(folders.join(', '));
  return found;
}

/** Reads one recorded file; null, with one line that says so, when it is absent. */
export function recordedFile(name: string): string | null {
  const [file] = readRecorded(name);
  if (!file) sayAbsent(name);
  return file?.text ?? null;
}

/** The path of a database that another gateway filled; null, with one line that says so, when it is absent. */
export function recordedSource(name: string): string | null {
  const path = join(ROOT, 'import', name);
  if (existsSync(path)) return path;
  sayAbsent(name);
  return null;
}

/** Reads the recorded streams of some folders, which have one payload a line. */
export function recordedStreams(folders: readonly string[]): readonly RecordedStream[] {
  return recordedFiles(folders, '.chunks.txt').map(({ name, text }) => ({ name, payloads: linesOf(text) }));
}

/** The lines that are not empty. */
export function linesOf(text: string): readonly string[] {
  return text.split('\n').filter(line => line.trim() !== '');
}

function namesIn(folder: string, ending: string): readonly string[] {
  const path = join(ROOT, 'upstream', folder);
  return existsSync(path) ? readdirSync(path).filter(name => name.endsWith(ending)) : [];
}

function readRecorded(name: string): readonly RecordedFile[] {
  const path = join(ROOT, 'upstream', name);
  return existsSync(path) ? [{ name, text: readFileSync(path, 'utf8') }] : [];
}

let isAbsenceSaid = false;

function sayAbsent(what: string): void {
  if (isAbsenceSaid) return;
  isAbsenceSaid = true;
  process.stderr.write(`SKIPPED: no recorded answers of ${what}; SLUICE_FIXTURES may name their folder.\n`);
}
