import { timeIn } from '@kernel';
import { type Sentence } from '@contracts';
import { Injectable } from '@nestjs/common';
import { canSendMail, mailLayout, Options } from '@option';
import { Mailer, type Mail } from '@platform';
import { perPeriodSaid } from '../rules/plan-saying';
import { termsOfSubscription, type Subscription } from '../rules/subscription.entity';

/** What a mail about a plan says, in both languages, because its reader's language is not known. */
interface PlanMail {
  readonly title: Sentence;
  readonly lines: readonly Sentence[];
}

/** Tells people of their plans by mail, where the site sends any. */
@Injectable()
export class PlanNotices {
  constructor(
    private readonly options: Options,
    private readonly mailer: Mailer,
  ) {}

  /** The next period could not be paid for. */
  unpaid({ email }: { readonly email: string }, subscription: Subscription): void {
    const { name, price, period } = termsOfSubscription(subscription);
    const terms = perPeriodSaid(price, period, this.options.current.QuotaPerUnit);
    const days = this.options.current.PlanGraceDays;
    this.send(email, {
      title: { en: `Your plan ${name} could not be renewed`, zh: `您的套餐 ${name} 无法续订` },
      lines: [
        { en: `Price: ${terms.en}. The wallet has too little.`, zh: `价格：${terms.zh}。钱包余额不足。` },
        {
          en: `It is renewed as soon as you top up; after ${days} days it ends.`,
          zh: `充值后将自动续订；${days} 天后套餐将结束。`,
        },
      ],
    });
  }

  /** The next period has begun, and was paid for. Plans of a day are renewed too often to be told of. */
  renewed({ email }: { readonly email: string }, subscription: Subscription, paid: number): void {
    const { name, period } = termsOfSubscription(subscription);
    if (paid === 0 || period === 'day') return;
    const price = perPeriodSaid(paid, period, this.options.current.QuotaPerUnit);
    const time = timeIn(subscription.timeZone, subscription.endMs);
    this.send(email, {
      title: { en: `Your plan ${name} was renewed`, zh: `您的套餐 ${name} 已续订` },
      lines: [
        { en: `The wallet has paid ${price.en}.`, zh: `已从钱包支付：${price.zh}。` },
        { en: `The period ends at ${time}.`, zh: `本周期将于 ${time} 结束。` },
      ],
    });
  }

  /** The present period is the last one. */
  ends({ email }: { readonly email: string }, subscription: Subscription): void {
    const { name } = termsOfSubscription(subscription);
    const time = timeIn(subscription.timeZone, subscription.endMs);
    this.send(email, {
      title: { en: `Your plan ${name} is about to end`, zh: `您的套餐 ${name} 即将结束` },
      lines: [
        { en: `It ends at ${time} and is not renewed.`, zh: `套餐将于 ${time} 结束，不再续订。` },
        {
          en: 'Calls are paid by the wallet from then on, unless you keep the plan.',
          zh: '此后调用由钱包支付，除非您选择继续使用套餐。',
        },
      ],
    });
  }

  /** It could not be paid for in time. */
  ended({ email }: { readonly email: string }, subscription: Subscription): void {
    const { name } = termsOfSubscription(subscription);
    this.send(email, {
      title: { en: `Your plan ${name} has ended`, zh: `您的套餐 ${name} 已结束` },
      lines: [{ en: 'It could not be paid for in time.', zh: '未能及时支付下一周期。' }],
    });
  }

  /** A trial ends, and the plan is paid for from then on. */
  trialEnds({ email }: { readonly email: string }, subscription: Subscription): void {
    const { name, price, period } = termsOfSubscription(subscription);
    const terms = perPeriodSaid(price, period, this.options.current.QuotaPerUnit);
    const time = timeIn(subscription.timeZone, subscription.endMs);
    this.send(email, {
      title: { en: `Your trial of the plan ${name} is about to end`, zh: `您的套餐 ${name} 试用即将结束` },
      lines: [
        { en: `It ends at ${time}.`, zh: `试用将于 ${time} 结束。` },
        {
          en: `From then on the wallet pays ${terms.en}, unless you cancel before.`,
          zh: `此后将从钱包支付：${terms.zh}，除非您提前取消。`,
        },
      ],
    });
  }

  private send(email: string, { title, lines }: PlanMail): void {
    if (email === '' || !canSendMail(this.options.current)) return;
    const mail: Omit<Mail, 'to'> = {
      subject: `${title.zh} / ${title.en}`,
      ...mailLayout(
        { title: title.zh, paragraphs: lines.map(({ zh }) => zh) },
        { title: title.en, paragraphs: lines.map(({ en }) => en) },
      ),
    };
    this.mailer.sendLater({ to: [email], ...mail });
  }
}
