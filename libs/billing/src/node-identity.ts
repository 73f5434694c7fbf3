import { randomBytes } from 'node:crypto';

/** Names this run of this process; every stored reservation carries the name of the node that must close it. */
export class NodeIdentity {
  readonly id = this.newName();

  /** A name that no process has had. */
  newName(): string {
    return randomBytes(12).toString('hex');
  }
}
