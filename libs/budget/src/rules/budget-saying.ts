import { fillSentence, logSentences, type LogSaying, type Sentence } from '@contracts';
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

type Terms = Pick<Budget, 'amount' | 'window' | 'isRolling'>;

/** The amount and window of a budget in words: `$20 a month`. */
export function termsSaid(budget: Terms, quotaPerUnit: number): Sentence {
  return fillSentence(logSentences[termsKey(budget)], { money: moneyText(budget.amount, quotaPerUnit) });
}

/** Amount and window as a part of a sentence of the log. */
export function termsSaying(budget: Terms, quotaPerUnit: number): LogSaying {
  const money = moneyText(budget.amount, quotaPerUnit);
  return { key: termsKey(budget), money } as LogSaying; // each window has a row of its own, with the same parameter
}

function termsKey({ window, isRolling }: Terms) {
  return window === 'once' || !isRolling ? (`budget_${window}` as const) : (`budget_any_${window}` as const);
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
  return fillSentence(words, { time: timeIn(timeZone, resetMs) });
}
