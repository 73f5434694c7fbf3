import { type BudgetWindow, type LogSaying, type Sentence } from '@contracts';
import { StoredScope, type Budget } from './budget.entity';
import { timeIn } from '@kernel';

const DECIMALS = 6;

/** Units as people write money: `$20`, `$0.05`, `$0.000124`. */
export function moneyText(units: number, quotaPerUnit: number): string {
  const [whole = '0', decimals = ''] = Math.abs(units / quotaPerUnit)
    .toFixed(DECIMALS)
    .split('.');
  const isWhole = Number(decimals) === 0;
  const places = Math.max(2, ...[...decimals].map((digit, at) => (digit === '0' ? 0 : at + 1)));
  const text = isWhole ? whole : `${whole}.${decimals.slice(0, places)}`;
  return `${units < 0 ? '-' : ''}$${text}`;
}

const PER: Readonly<Record<BudgetWindow, Sentence>> = {
  hour: { en: '{money} an hour', zh: '每小时 {money}' },
  day: { en: '{money} a day', zh: '每天 {money}' },
  week: { en: '{money} a week', zh: '每周 {money}' },
  month: { en: '{money} a month', zh: '每月 {money}' },
  once: { en: '{money} once', zh: '一次性 {money}' },
};

const IN_ANY: Readonly<Record<BudgetWindow, Sentence>> = {
  hour: { en: '{money} in any hour', zh: '任意一小时内 {money}' },
  day: { en: '{money} in any 24 hours', zh: '任意 24 小时内 {money}' },
  week: { en: '{money} in any 7 days', zh: '任意 7 天内 {money}' },
  month: { en: '{money} in any 30 days', zh: '任意 30 天内 {money}' },
  once: PER.once,
};

/** The amount and window of a budget in words: `$20 a month`. */
export function termsSaid(budget: Pick<Budget, 'amount' | 'window' | 'isRolling'>, quotaPerUnit: number): Sentence {
  const words = (budget.isRolling ? IN_ANY : PER)[budget.window];
  return filled(words, '{money}', moneyText(budget.amount, quotaPerUnit));
}

/** Amount and window as a part of a sentence of the log. */
export function termsSaying(
  { amount, window, isRolling }: Pick<Budget, 'amount' | 'window' | 'isRolling'>,
  quotaPerUnit: number,
): LogSaying {
  const money = moneyText(amount, quotaPerUnit);
  const key = window === 'once' || !isRolling ? (`budget_${window}` as const) : (`budget_any_${window}` as const);
  return { key, money } as LogSaying; // each window has a row of its own, with the same parameter
}

/** Whose budget it is, as its caller is told. */
export function ownerSaid({ scope, groupName }: Pick<Budget, 'scope' | 'groupName'>): Sentence {
  switch (scope) {
    case StoredScope.key:
      return { en: 'this key', zh: '该密钥' };
    case StoredScope.user:
      return { en: 'this user', zh: '该用户' };
    case StoredScope.team:
      return { en: 'this team', zh: '该团队' };
    case StoredScope.member:
      return { en: 'this member of the team', zh: '该团队成员' };
    case StoredScope.group:
      return { en: `group ${groupName}`, zh: `分组 ${groupName}` };
  }
}

/** When there is room again. @param resetMs 0 where nothing resets it */
export function resetSaid({ isRolling, timeZone }: Pick<Budget, 'isRolling' | 'timeZone'>, resetMs: number): Sentence {
  if (resetMs === 0) {
    if (isRolling) return { en: 'there is room again bit by bit', zh: '余量将逐步恢复' };
    return { en: 'it does not reset; ask whoever set it for more', zh: '该预算不会重置，请联系设置者增加' };
  }
  const words = isRolling
    ? { en: 'there is room again from {time} on', zh: '自 {time} 起将有余量' }
    : { en: 'it resets at {time}', zh: '将于 {time} 重置' };
  return filled(words, '{time}', timeIn(timeZone, resetMs));
}

function filled({ en, zh }: Sentence, hole: string, text: string): Sentence {
  return { en: en.replace(hole, () => text), zh: zh.replace(hole, () => text) };
}
