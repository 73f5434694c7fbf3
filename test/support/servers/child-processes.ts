import { readdirSync, readFileSync } from 'node:fs';

/** The ids of the processes that a process has started itself, oldest first. */
export function childrenOf(parent: number): readonly number[] {
  const ids = readdirSync('/proc').filter(name => /^\d+$/.test(name) && parentOf(name) === parent);
  return ids.map(Number).sort((one, other) => one - other);
}

/** The ids of the processes that a process, or one of these, has started. */
export function descendants(parent: number): readonly number[] {
  return childrenOf(parent).flatMap(id => [id, ...descendants(id)]);
}

function parentOf(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0; // ended meanwhile
  }
}
