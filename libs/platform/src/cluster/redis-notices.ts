import { randomBytes } from 'node:crypto';
import { type Redis } from 'ioredis';
import { type Logger } from '../log/logger';
import { ChangeNotices, type ChangeListener } from './ports';
import { inTime, type RedisBreaker } from './redis-breaker';

const CHANNEL = 'sluice:notice';

/** How long subscribing may take. No caller waits for it, so it may be slower than a command. */
const ANSWER_LIMIT_MS = 3000;

/** Times of the notices; tests shorten them. */
interface NoticeTimes {
  /** How often the subscription is checked: a connection that died silently would otherwise go unnoticed. */
  readonly checkEveryMs: number;
  /** How soon other nodes are told again that they missed a notice. */
  readonly retryMs: number;
}

const TIMES: NoticeTimes = { checkEveryMs: 3000, retryMs: 1000 };

/**
 * The sender, the topic and the detail of a notice; a null topic means that the sender cannot name what else changed.
 */
type Notice = readonly [sender: string, topic: string | null, detail: string | null];

/**
 * Notices over publish/subscribe. This node's own listeners are called directly, so a change is effective here even
 * while Redis is away. Redis keeps no notice for an absent node, so a node that was away reads everything again when it
 * is back.
 */
export class RedisChangeNotices extends ChangeNotices {
  private readonly listeners = new Map<string, ChangeListener[]>();
  private readonly self = randomBytes(8).toString('hex');
  private readonly check: NodeJS.Timeout;
  private isSubscribed = false;
  private isClosed = false;
  /** Whether other nodes still have to be told of a change that was made here. */
  private retry: NodeJS.Timeout | null = null;

  /** @param subscriber a separate connection, because a subscribed one can do nothing else; owned by the notices */
  constructor(
    private readonly publisher: RedisBreaker,
    private readonly subscriber: Redis,
    private readonly logger: Logger,
    private readonly times: NoticeTimes = TIMES,
  ) {
    super();
    subscriber.on('message', (_channel: string, message: string) => this.receive(message));
    subscriber.on('ready', () => void this.listen());
    subscriber.on('close', () => (this.isSubscribed = false));
    if (subscriber.status === 'ready') void this.listen();
    this.check = setInterval(() => void this.lookAfterSubscription(), times.checkEveryMs);
    this.check.unref();
  }

  async publish(topic: string, detail: string | null): Promise<void> {
    this.tell(topic, detail);
    try {
      await this.send([this.self, topic, detail]);
    } catch (error) {
      this.logger.warn({ err: error, topic }, 'a change notice did not reach Redis; other nodes will read it later');
      this.tellOthersLater();
    }
  }

  subscribe(topic: string, listener: ChangeListener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.check);
    if (this.retry) clearTimeout(this.retry);
    this.listeners.clear();
    this.subscriber.disconnect(); // a separate connection, which would keep the process alive
    await Promise.resolve();
  }

  private send(notice: Notice): Promise<number> {
    return this.publisher.run(redis => redis.publish(CHANNEL, JSON.stringify(notice)));
  }

  /** A single notice stands for all lost ones: every node that gets it reads everything again. */
  private tellOthersLater(): void {
    if (this.retry || this.isClosed) return;
    this.retry = setTimeout(() => {
      this.retry = null;
      this.send([this.self, null, '']).catch(() => this.tellOthersLater()); // until Redis is back
    }, this.times.retryMs);
    this.retry.unref();
  }

  /** Subscribes on a new connection, and makes up for the notices that were missed before it. */
  private async listen(): Promise<void> {
    try {
      await inTime(this.subscriber.subscribe(CHANNEL), ANSWER_LIMIT_MS);
    } catch (error) {
      if (!this.isClosed) this.logger.warn({ err: error }, 'change notices are off until Redis answers');
      return;
    }
    this.isSubscribed = true;
    this.tellAll();
  }

  private async lookAfterSubscription(): Promise<void> {
    if (this.subscriber.status !== 'ready') return; // the connection is being made
    if (!this.isSubscribed) return this.listen();
    try {
      await inTime(this.subscriber.ping(), ANSWER_LIMIT_MS);
    } catch {
      // Only a new connection shows whether Redis is there; the subscription is renewed with it.
      if (!this.isClosed && this.subscriber.status === 'ready') this.subscriber.disconnect(true);
    }
  }

  private receive(message: string): void {
    const [sender, topic, detail] = JSON.parse(message) as Notice;
    if (sender === this.self) return;
    if (topic === null) this.tellAll();
    else this.tell(topic, detail);
  }

  private tellAll(): void {
    for (const topic of this.listeners.keys()) this.tell(topic, null);
  }

  private tell(topic: string, detail: string | null): void {
    for (const listener of this.listeners.get(topic) ?? []) listener(detail);
  }
}
