import { createHash } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Role } from '@contracts';
import { canSendMail, mailLayout, Options } from '@option';
import { EventBus, Limiter, Logger, Mailer } from '@platform';
import {
  allTestedNotice,
  channelDisabledNotice,
  channelEnabledNotice,
  keyDisabledNotice,
  sensitiveSavedNotice,
  type RootNotice,
} from './root-notice-texts';
import { UserStore } from '../store/user.store';

/** How long events are gathered for one mail. */
const GATHER_MS = 1000;
/** The pause between two mails; events during the pause wait for the next mail. */
const PAUSE_MS = 30_000;
/** The most notices that one mail lists; of further ones it reports only the number. */
const NOTICES_MAX = 50;
/** One event is reported at most once within this time. */
const ONCE = { limit: 1, windowMs: 600_000 };

/**
 * Sends mails to the super administrator about channels, about tests of all channels that were not scheduled, and about
 * saved sensitive options.
 */
@Injectable()
export class RootNotices implements OnModuleDestroy {
  private waiting: RootNotice[] = [];
  private leftOutCount = 0;
  private timer: NodeJS.Timeout | null = null;
  /** The earliest time of the next mail, on the monotonic clock. */
  private nextMailAt = 0;

  constructor(
    private readonly users: UserStore,
    private readonly options: Options,
    private readonly limiter: Limiter,
    private readonly mailer: Mailer,
    private readonly logger: Logger,
    events: EventBus,
  ) {
    events.subscribe('channel.disabled', fact => {
      return this.add(channelDisabledNotice(fact), ['disabled', fact.channelId, fact.reason]);
    });
    events.subscribe('channel.keyDisabled', fact => {
      return this.add(keyDisabledNotice(fact), ['key', fact.channelId, fact.reason]);
    });
    events.subscribe('channel.enabled', fact => {
      return this.add(channelEnabledNotice(fact), ['enabled', fact.channelId]);
    });
    events.subscribe('channels.tested', fact => {
      if (!fact.isScheduled) return this.add(allTestedNotice(fact), null);
    });
    events.subscribe('option.sensitiveSaved', fact => {
      return this.add(sensitiveSavedNotice(fact), ['option', fact.key, fact.actorName, fact.clientIp]);
    });
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    await this.tell();
  }

  /** @param sameAs key that two equal notices share; null when each one is reported */
  private async add(notice: RootNotice, sameAs: readonly (string | number)[] | null): Promise<void> {
    if (!canSendMail(this.options.current)) return;
    if (sameAs) {
      const digest = createHash('sha256').update(JSON.stringify(sameAs)).digest('hex'); // reasons are long
      if (!(await this.limiter.take(`root-notice:${digest}`, ONCE)).isAllowed) return;
    }
    if (this.waiting.length < NOTICES_MAX) this.waiting.push(notice);
    else this.leftOutCount += 1;
    if (this.timer) return;
    this.timer = setTimeout(
      () => {
        this.timer = null;
        void this.tell();
      },
      Math.max(GATHER_MS, this.nextMailAt - performance.now()),
    );
    this.timer.unref();
  }

  private async tell(): Promise<void> {
    const { waiting: notices, leftOutCount } = this;
    const [first] = notices;
    if (!first) return;
    this.waiting = [];
    this.leftOutCount = 0;
    try {
      const root = await this.users.findFirstOf(Role.Root);
      if (!root?.email) return;
      this.nextMailAt = performance.now() + PAUSE_MS;
      const count = notices.length + leftOutCount;
      const more = leftOutCount === 0 ? [] : [moreNotice(leftOutCount)];
      const subject = count === 1 ? `${first.zh.title} / ${first.en.title}` : `${count} 条系统通知 / ${count} notices`;
      const all = [...notices, ...more];
      const body = mailLayout(...all.map(notice => notice.zh), ...all.map(notice => notice.en));
      this.mailer.sendLater({ to: [root.email], subject, ...body });
    } catch (error) {
      this.logger.warn({ err: error, count: notices.length }, 'notices could not be sent to the super administrator');
    }
  }
}

function moreNotice(count: number): RootNotice {
  return {
    zh: { title: `另有 ${count} 条通知`, paragraphs: ['请在日志中查看。'] },
    en: { title: `${count} more`, paragraphs: ['The log has them.'] },
  };
}
