import { moneyText } from '@budget';
import { timeIn } from '@kernel';
import { type LogSaying, type PlanPeriod, type Sentence } from '@contracts';

const PER: Readonly<Record<PlanPeriod, Sentence>> = {
  day: { en: '{money} a day', zh: '每天 {money}' },
  week: { en: '{money} a week', zh: '每周 {money}' },
  month: { en: '{money} a month', zh: '每月 {money}' },
  year: { en: '{money} a year', zh: '每年 {money}' },
};

/** An amount for each period in words: `$20 a month`. */
export function perPeriodSaid(units: number, period: PlanPeriod, quotaPerUnit: number): Sentence {
  const { en, zh } = PER[period];
  const money = moneyText(units, quotaPerUnit);
  return { en: en.replace('{money}', () => money), zh: zh.replace('{money}', () => money) };
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
