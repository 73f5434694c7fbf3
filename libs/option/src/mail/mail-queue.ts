import { setTimeout as pause } from 'node:timers/promises';
import { isAppError } from '@kernel';
import { type Logger, type Mail } from '@platform';
import { SmtpRefusal } from './smtp-refusal';

type Deliver = (mail: Mail, signal: AbortSignal) => Promise<void>;

/** The most mails that wait; only trouble with the mail server makes more, and the newest are dropped then. */
const WAITING_MAX = 1000;
/** Pauses in milliseconds before the second and the third attempt. */
const BACK_OFF_MS = [1000, 4000];
/** How long waiting mail may still be sent while the process ends. */
const CLOSE_MS = 5000;

/** Sends mail in the background: one at a time, with up to two more attempts each, kept in memory only. */
export class MailQueue {
  private readonly waiting: Mail[] = [];
  private running: Promise<void> | null = null;
  /** Aborted when the process begins to end: nothing more is accepted or tried again. */
  private readonly closing = new AbortController();
  /** Aborted when the process can wait no longer. */
  private readonly stopping = new AbortController();

  constructor(
    private readonly deliver: Deliver,
    private readonly logger: Logger,
  ) {}

  add(mail: Mail): void {
    if (this.closing.signal.aborted || this.waiting.length >= WAITING_MAX) {
      this.logger.error({ subject: mail.subject, waiting: this.waiting.length }, 'a mail was dropped');
      return;
    }
    this.waiting.push(mail);
    this.running ??= this.work();
  }

  /** Sends the mail that waits, as long as that is quick. */
  async close(): Promise<void> {
    this.closing.abort();
    if (this.running === null) return;
    const deadline = new AbortController();
    const limit = pause(CLOSE_MS, undefined, { signal: deadline.signal }).catch(() => undefined); // ended in time
    await Promise.race([this.running, limit]);
    deadline.abort();
    this.stopping.abort();
    await this.running;
  }

  /** Sends until the queue is empty; a mail that is added afterwards starts this again. */
  private async work(): Promise<void> {
    for (let mail = this.waiting.shift(); mail; mail = this.waiting.shift()) {
      if (this.stopping.signal.aborted) {
        this.logger.error({ count: this.waiting.length + 1 }, 'mail was lost at the end of the process');
        this.waiting.length = 0;
        break;
      }
      await this.sendPatiently(mail);
    }
    this.running = null;
  }

  private async sendPatiently(mail: Mail): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.deliver(mail, this.stopping.signal);
        return;
      } catch (error) {
        const backOffMs = BACK_OFF_MS[attempt];
        const isOver = backOffMs === undefined || isPermanent(error) || this.closing.signal.aborted;
        if (isOver) {
          this.logger.error({ subject: mail.subject, attempts: attempt + 1 }, 'a mail could not be sent');
          return;
        }
        await pause(backOffMs, undefined, { signal: this.closing.signal }).catch(() => undefined); // one last try at the end
      }
    }
  }
}

/** True when another attempt would fail the same way: no settings, or a permanent refusal of the mail server. */
function isPermanent(error: unknown): boolean {
  if (isAppError(error, 'EMAIL_NOT_CONFIGURED')) return true;
  return error instanceof Error && error.cause instanceof SmtpRefusal && error.cause.isPermanent;
}
