import type { UnitOfWork } from '@platform';
import type { EntityManager } from 'typeorm';

/** More operations than this never share a commit; the rest goes into the next one. */
const GROUP_MAX = 512;

interface Waiting<Operation, Result> {
  readonly operation: Operation;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits in groups: what arrives while one commit runs becomes the next transaction, and each caller waits for its own
 * commit. One operation alone is not delayed; many together share one sync of the disk.
 */
export class GroupQueue<Operation, Result> {
  private waiting: Waiting<Operation, Result>[] = [];
  private isFlushing = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly runGroup: (manager: EntityManager, operations: readonly Operation[]) => Promise<readonly Result[]>,
  ) {}

  /** Resolves after the commit that holds this operation. */
  add(operation: Operation): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ operation, resolve, reject });
      if (!this.isFlushing) {
        this.isFlushing = true;
        void this.flush();
      }
    });
  }

  private async flush(): Promise<void> {
    while (this.waiting.length > 0) {
      let group: Waiting<Operation, Result>[] = [];
      try {
        const results = await this.unitOfWork.run(manager => {
          // Chosen when the turn has come, not when it was asked for: whoever arrived meanwhile rides along.
          if (group.length === 0) group = this.waiting.splice(0, GROUP_MAX);
          return this.runGroup(
            manager,
            group.map(({ operation }) => operation),
          );
        });
        group.forEach(({ resolve }, at) => resolve(results[at] as Result));
      } catch (error) {
        if (group.length === 0) group = this.waiting.splice(0, GROUP_MAX);
        await this.runAlone(group, error);
      }
    }
    this.isFlushing = false;
  }

  /** A group that failed as a whole is repeated one by one, so that only the culprit fails. */
  private async runAlone(group: readonly Waiting<Operation, Result>[], groupError: unknown): Promise<void> {
    if (group.length === 1) return group[0]?.reject(groupError);
    for (const { operation, resolve, reject } of group) {
      try {
        const [result] = await this.unitOfWork.run(manager => this.runGroup(manager, [operation]));
        resolve(result as Result);
      } catch (error) {
        reject(error);
      }
    }
  }
}
