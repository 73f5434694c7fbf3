import type { UnitOfWork, UnitScript } from '@platform';
import type { EntityManager } from 'typeorm';

/** More operations than this never share a commit; the rest goes into the next one. */
const GROUP_MAX = 512;

interface Waiting<Operation, Result> {
  readonly operation: Operation;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** How a group is carried out. */
export interface GroupRunner<Operation, Result> {
  /** The ordinary case as one script. */
  script(operations: readonly Operation[]): UnitScript;
  /** The result of every operation when the script sufficed. */
  readonly scripted: Result;
  /** Every other case, and databases without scripts. */
  run(manager: EntityManager, operations: readonly Operation[]): Promise<readonly Result[]>;
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
    private readonly runner: GroupRunner<Operation, Result>,
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
        // Chosen when the turn has come, not when it was asked for: whoever arrived meanwhile rides along.
        const choose = () => {
          if (group.length === 0) group = this.waiting.splice(0, GROUP_MAX);
          return group.map(({ operation }) => operation);
        };
        const results = await this.unitOfWork.runScript(
          () => this.runner.script(choose()),
          manager => this.runner.run(manager, choose()),
        );
        group.forEach(({ resolve }, at) => resolve(results ? (results[at] as Result) : this.runner.scripted));
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
        const [result] = await this.unitOfWork.run(manager => this.runner.run(manager, [operation]));
        resolve(result as Result);
      } catch (error) {
        reject(error);
      }
    }
  }
}
