import { type Redis } from 'ioredis';
import { type Logger } from '../log/logger';

/** Redis answers within a millisecond or two; whoever waits for it is a call, and what it may lose is this. */
const ANSWER_LIMIT_MS = 250;
/** How often a Redis that is away is asked whether it is back. */
const PROBE_EVERY_MS = 1000;

/** A circuit breaker's times; tests shorten them. */
export interface BreakerTimes {
  readonly answerLimitMs: number;
  readonly probeEveryMs: number;
}

/** Redis is away or too slow: what was asked of it has to be decided without it. */
export class RedisAwayError extends Error {
  override readonly name = 'RedisAwayError';
}

/**
 * A circuit breaker in front of Redis. The first command that is not answered in time opens it; from then on every
 * command fails at once, at no cost to its caller, until Redis answers a ping that nobody waits for.
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

  /** Whether Redis is taken for away. */
  get isOpen(): boolean {
    return this.probe !== null;
  }

  /**
   * Sends a command, unless Redis is away.
   *
   * @throws RedisAwayError when it was not asked or did not answer in time; otherwise what Redis or its connection said
   */
  async run<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    if (this.isOpen || this.isClosing) throw new RedisAwayError('Redis is away');
    try {
      return await inTime(command(this.redis), this.times.answerLimitMs);
    } catch (error) {
      if (!isRefusal(error)) this.open(); // a refusal is an answer: it came in time, and the next command may pass
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
      // A connection whose other end is silent may be dead without anybody knowing; a new one may work.
      if (!isRefusal(error) && this.redis.status === 'ready') this.redis.disconnect(true);
      return false;
    }
  }
}

/** Redis answered, with an error: an out-of-memory or a loading one, for example. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

/**
 * The answer, or a refusal to wait any longer. Sockets are read once more between the end of the time and the refusal, so
 * that a busy moment of this process is not taken for a slow Redis.
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
