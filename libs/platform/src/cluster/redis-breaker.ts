import { type Redis } from 'ioredis';
import { type Logger } from '../log/logger';

/** Redis responds within a millisecond or two. A call waits for it, so this is the most time that a call may lose. */
const ANSWER_LIMIT_MS = 250;
/** How often the breaker checks whether Redis is back. */
const PROBE_EVERY_MS = 1000;

/** A circuit breaker's times; tests shorten them. */
interface BreakerTimes {
  readonly answerLimitMs: number;
  readonly probeEveryMs: number;
}

/** Redis is away or too slow: the caller must decide without it. */
class RedisAwayError extends Error {
  override readonly name = 'RedisAwayError';
}

/**
 * A circuit breaker in front of Redis. The first command without a response in time opens it; from then on every
 * command fails at once, at no cost to its caller, until Redis responds to a ping in the background.
 */
export class RedisBreaker {
  private probe: NodeJS.Timeout | null = null;
  private isClosing = false;

  constructor(
    private readonly redis: Redis,
    private readonly logger: Logger,
    private readonly times: BreakerTimes = { answerLimitMs: ANSWER_LIMIT_MS, probeEveryMs: PROBE_EVERY_MS },
  ) {
    redis.on('close', () => this.open());
  }

  /** Whether Redis is considered away. */
  get isOpen(): boolean {
    return this.probe !== null;
  }

  /**
   * Sends a command, unless Redis is away.
   *
   * @throws RedisAwayError when the command was not sent or got no response in time; otherwise the error of Redis or
   *   its connection
   */
  async run<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    if (this.isOpen || this.isClosing) throw new RedisAwayError('Redis is away');
    try {
      return await inTime(command(this.redis), this.times.answerLimitMs);
    } catch (error) {
      if (!isRefusal(error)) this.open(); // an error response came in time, so the next command may pass
      throw error;
    }
  }

  close(): void {
    this.isClosing = true;
    if (this.probe) clearTimeout(this.probe);
    this.probe = null;
    this.redis.disconnect();
  }

  private open(): void {
    if (this.isOpen || this.isClosing) return;
    this.logger.warn(
      {},
      'Redis does not answer in time: until it does, this node counts limits and runs jobs for itself',
    );
    this.probeLater();
  }

  private probeLater(): void {
    this.probe = setTimeout(() => void this.ask(), this.times.probeEveryMs);
    this.probe.unref();
  }

  private async ask(): Promise<void> {
    const isBack = this.redis.status === 'ready' && (await this.answersPing());
    if (this.isClosing) return;
    if (!isBack) return this.probeLater();
    this.probe = null;
    this.logger.info({}, 'Redis answers again: limits and jobs are shared between the nodes');
  }

  private async answersPing(): Promise<boolean> {
    try {
      await inTime(this.redis.ping(), this.times.answerLimitMs);
      return true;
    } catch (error) {
      // A connection whose other end is silent may be dead unnoticed; a new one may work.
      if (!isRefusal(error) && this.redis.status === 'ready') this.redis.disconnect(true);
      return false;
    }
  }
}

/** Whether Redis itself responded with an error, for example that it is out of memory or still loading. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

/**
 * Waits for the response up to a limit. Sockets are read once more between the end of the limit and the refusal, so
 * that a busy moment of this process does not look like a slow Redis.
 *
 * @throws RedisAwayError when the time is over
 */
export function inTime<Answer>(answer: Promise<Answer>, limitMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new RedisAwayError(`Redis did not answer within ${limitMs} ms`));
    const timer = setTimeout(() => setImmediate(giveUp), limitMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
