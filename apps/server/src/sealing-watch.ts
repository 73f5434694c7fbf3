import { NodeIdentity } from '@billing';
import { Injectable } from '@nestjs/common';
import { Database, followSealing, SecretBox } from '@platform';

/** Lets this process seal with the key that the database names, and lets others see which keys it knows. */
@Injectable()
export class SealingWatch {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    node: NodeIdentity,
  ) {
    node.keyMarks = () => this.box.marks;
  }

  /** Looks which key seals; call it regularly. Only a process that knows two keys can have missed a change. */
  async follow(): Promise<void> {
    if (this.box.hasPrevious) await followSealing(this.database.read, this.box);
  }
}
