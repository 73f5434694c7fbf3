import { randomBytes } from 'node:crypto';

/** Names this run of this process; every stored reservation carries the name of the node that must close it. */
export class NodeIdentity {
  readonly id = this.newName();
  /** Marks of the master keys that this process knows, the one that seals first; its heartbeat carries them. */
  keyMarks: () => string = () => '';

  /** A name that no process has had. */
  newName(): string {
    return randomBytes(12).toString('hex');
  }
}
