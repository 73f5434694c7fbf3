import {
  alertKinds,
  alertText,
  alertTitle,
  type AlertKindName,
  type AlertLanguage,
  type AlertSaid,
  type AlertSeverity,
} from '@contracts';
import { fillIn } from '@kernel';
import { type AlertEvent } from '../store/alert-message.entity';

/** Everything that a message says, before it is written in the form of a receiver. */
export interface AlertMessage {
  /** Stays with the message over all attempts. */
  readonly id: string;
  readonly event: AlertEvent;
  readonly said: AlertSaid;
  readonly severity: AlertSeverity;
  /** Null for a test of a receiver and for a summary. */
  readonly rule: { readonly id: number; readonly name: string; readonly kind: AlertKindName } | null;
  readonly subject: string;
  /** Milliseconds; 0 when there is none. */
  readonly firedAtMs: number;
  readonly endedAtMs: number;
  /** The moment it fired, as people read it; empty when there is none. */
  readonly since: string;
  readonly site: string;
  /** The page of the console; empty while the site has no public address. */
  readonly url: string;
}

/** A message in one language. */
export interface AlertText {
  readonly title: string;
  readonly lines: readonly string[];
  /** What the link is called. */
  readonly open: string;
}

const WORDS = {
  en: {
    fired: { info: 'Notice', warning: 'Warning', critical: 'Critical' },
    reminder: 'Still',
    ended: 'Over',
    test: 'Test',
    summary: 'More',
    title: '[{site}] {word}: {title}',
    over: 'This is over after {minutes} minutes: {title}',
    rule: 'Rule: {rule}',
    since: 'Since {since}',
    open: 'Open the console',
  },
  zh: {
    fired: { info: '提示', warning: '警告', critical: '严重' },
    reminder: '仍在持续',
    ended: '已恢复',
    test: '测试',
    summary: '更多',
    title: '[{site}] {word}：{title}',
    over: '{minutes} 分钟后已恢复：{title}',
    rule: '规则：{rule}',
    since: '开始于 {since}',
    open: '打开控制台',
  },
} as const;

/** The message in the languages of a receiver, Chinese first. */
export function alertTexts(message: AlertMessage, language: AlertLanguage): readonly AlertText[] {
  return (language === 'both' ? (['zh', 'en'] as const) : [language]).map(one => textIn(message, one));
}

function textIn(message: AlertMessage, language: 'en' | 'zh'): AlertText {
  const { event, said, severity, rule, site, since } = message;
  const words = WORDS[language];
  const title = alertTitle(said.sentence, said.figures, language);
  const word = event === 'fired' ? words.fired[severity] : words[event];
  const minutes = Math.max(1, Math.round((message.endedAtMs - message.firedAtMs) / 60_000));
  const text =
    event === 'ended' ? fillIn(words.over, { minutes, title }) : alertText(said.sentence, said.figures, language);
  const ruleName = rule && (rule.name === '' ? alertKinds[rule.kind].title[language] : rule.name);
  return {
    title: fillIn(words.title, { site, word, title }),
    lines: [
      text,
      ...(ruleName === null ? [] : [fillIn(words.rule, { rule: ruleName })]),
      ...(since === '' ? [] : [fillIn(words.since, { since })]),
    ],
    open: words.open,
  };
}

/** All of it as plain text, at most so many characters. */
export function plainText(message: AlertMessage, texts: readonly AlertText[], lengthMax: number): string {
  const pieces = texts.map(({ title, lines }) => [title, ...lines].join('\n'));
  return clipped([...pieces, ...(message.url === '' ? [] : [message.url])].join('\n\n'), lengthMax);
}

/** Clips between characters, never inside one. */
export function clipped(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
