import { randomBytes } from 'node:crypto';

/** Names this run of this process; every reservation carries the name of the node that must close it. */
export class NodeIdentity {
  readonly id = randomBytes(12).toString('hex');
}
