import { moneyText } from '@budget';
import { timeIn } from '@kernel';
import { fillSentence, logSentences, type LogSaying, type PlanPeriod, type Sentence } from '@contracts';

/** An amount for each period in words: `$20 a month`. */
export function perPeriodSaid(units: number, period: PlanPeriod, quotaPerUnit: number): Sentence {
  return fillSentence(logSentences[`plan_${period}`], { money: moneyText(units, quotaPerUnit) });
}

/** When there is room again. */
export function resetSaid(timeZone: string, resetMs: number): Sentence {
  const time = timeIn(timeZone, resetMs);
  return { en: `it begins anew at ${time}`, zh: `将于 ${time} 重新开始` };
}

/** An amount for each period as a part of a sentence of the log. */
export function perPeriodSaying(units: number, period: PlanPeriod, quotaPerUnit: number): LogSaying {
  return { key: `plan_${period}`, money: moneyText(units, quotaPerUnit) };
}
