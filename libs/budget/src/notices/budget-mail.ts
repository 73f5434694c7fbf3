import { type Sentence } from '@contracts';
import { mailLayout } from '@option';
import { type Mail } from '@platform';

/** What a mail says of a budget. */
export interface ToldBudget {
  /** Whose budget it is. */
  readonly owner: Sentence;
  /** Its amount and window. */
  readonly terms: Sentence;
  /** When it begins anew. */
  readonly reset: Sentence;
  /** Money. */
  readonly spent: string;
  readonly percent: number;
  /** Calls are refused when it is used up. */
  readonly isHard: boolean;
}

/** Writes the notice in both languages, because its reader's language is not known. */
export function budgetMail(told: ToldBudget): Omit<Mail, 'to'> {
  const { owner, terms, reset, spent, percent, isHard } = told;
  const isUp = percent >= 100;
  const zh = {
    title: isUp ? `${owner.zh}的预算已用尽` : `${owner.zh}的预算已使用 ${percent}%`,
    paragraphs: [
      `预算：${terms.zh}，已花费 ${spent}。`,
      isUp && isHard ? '新的调用将被拒绝。' : '',
      `${reset.zh}。`,
    ].filter(text => text !== ''),
  };
  const en = {
    title: isUp ? `The budget of ${owner.en} is used up` : `The budget of ${owner.en} is ${percent} % used`,
    paragraphs: [
      `Budget: ${terms.en}; ${spent} spent.`,
      isUp && isHard ? 'New calls are refused.' : '',
      `${reset.en.charAt(0).toUpperCase()}${reset.en.slice(1)}.`,
    ].filter(text => text !== ''),
  };
  return { subject: `${zh.title} / ${en.title}`, ...mailLayout(zh, en) };
}
