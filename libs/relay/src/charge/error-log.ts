import { LogStore, type LogRecord } from '@log';
import { Injectable } from '@nestjs/common';
import { GroupQueue, Logger, UnitOfWork } from '@platform';
import { type UpstreamFailure } from '@providers';
import { type CallFacts } from './call-facts';
import { errorRecord, wordsRecord } from './record';

/**
 * At most so many error rows wait to be written and further ones are dropped: a failing upstream must not fill the
 * memory.
 */
const WAITING_MAX = 5000;

/** Writes the log rows of failed calls, many in one commit, independently of the calls themselves. */
@Injectable()
export class ErrorLog {
  private readonly queue: GroupQueue<LogRecord, void>;
  private waiting = 0;

  constructor(
    logs: LogStore,
    unitOfWork: UnitOfWork,
    private readonly logger: Logger,
  ) {
    this.queue = new GroupQueue(unitOfWork, {
      script: records => logs.statementsFor('sqlite', records).map(statement => ({ statement })),
      scripted: undefined,
      run: async (manager, records) => {
        await logs.writeAll(manager, records);
        return records.map((): void => undefined);
      },
    });
  }

  add(facts: CallFacts, { status, error }: UpstreamFailure): void {
    const { type, code, message } = error;
    this.write(errorRecord(facts, { status, type, code, message }));
  }

  /** Writes a row of type 6 (warning). */
  warn(facts: CallFacts): void {
    this.write(wordsRecord(facts));
  }

  /** Writes a row that another module built. */
  write(record: LogRecord): void {
    if (this.waiting >= WAITING_MAX) return;
    this.waiting += 1;
    this.queue
      .add(record)
      .catch((cause: unknown) => this.logger.warn({ err: cause }, 'an error row could not be written'))
      .finally(() => (this.waiting -= 1));
  }
}
