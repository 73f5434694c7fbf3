import {
  channelResponseSteps,
  FIRST_TOKEN_GREEN_BELOW_SECONDS,
  FIRST_TOKEN_ORANGE_BELOW_SECONDS,
  LOG_DURATION_GREEN_BELOW_SECONDS,
  LOG_DURATION_ORANGE_BELOW_SECONDS,
  TASK_DURATION_RED_ABOVE_SECONDS,
} from '@contracts';
import dayjs from 'dayjs';
import i18next from 'i18next';

/** The colour names of tags; see `.tone-*` in the style sheet. */
export type Tone = 'none' | 'green' | 'lime' | 'yellow' | 'orange' | 'red';

/** The format that a browser's date-time field accepts. */
const INPUT_DATE_TIME = 'YYYY-MM-DDTHH:mm:ss';

/** The forms in which a time is shown. */
const forms = {
  time: { dateStyle: 'medium', timeStyle: 'medium' },
  date: { dateStyle: 'medium' },
  clock: { timeStyle: 'medium' },
  hour: { timeStyle: 'short' },
  day: { month: 'short', day: 'numeric' },
  hourOfDay: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  dayOfWeek: { weekday: 'short', month: 'short', day: 'numeric' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

type TimeForm = keyof typeof forms;

const MS_PER_SECOND = 1000;

/** Formatters are dear to make; by locale and form. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The console's language as the browser's region writes it, where the browser has one: British dates for a Briton. */
function readerLocale(): string {
  const language = i18next.language || 'en';
  return navigator.languages.find(tag => tag.split('-')[0] === language) ?? language;
}

function formatterOf(form: TimeForm): Intl.DateTimeFormat {
  const locale = readerLocale();
  const key = `${locale} ${form}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, forms[form]);
  formatters.set(key, formatter);
  return formatter;
}

/** Unix seconds as local date and time in the reader's locale; empty when there is no time (0 or less). */
export function formatTime(seconds: number, form: TimeForm = 'time'): string {
  return seconds > 0 ? formatterOf(form).format(seconds * MS_PER_SECOND) : '';
}

/** The local days from one time to another, in Unix seconds: "Mar 2 – 8, 2026". */
export function formatDays(start: number, end: number): string {
  return formatterOf('date').formatRange(start * MS_PER_SECOND, end * MS_PER_SECOND);
}

/** Unix seconds as the value of a date-time input; empty when there is no time. */
export function toInputTime(seconds: number): string {
  return seconds > 0 ? dayjs.unix(seconds).format(INPUT_DATE_TIME) : '';
}

const DATE_TIME_TEXT = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;

/** Converts local date and time to Unix seconds; null when the text is no date. */
export function parseTime(text: string): number | null {
  const trimmed = text.trim();
  if (!DATE_TIME_TEXT.test(trimmed)) return null;
  // The browser's own parser refuses month 99, which the date library would carry over into later years.
  const ms = new Date(trimmed.replace(' ', 'T')).getTime();
  return Number.isNaN(ms) ? null : Math.floor(ms / MS_PER_SECOND);
}

/** The colour of a channel's response time in milliseconds; 0 means never tested. */
export function responseTimeTone(ms: number): Tone {
  if (ms <= 0) return 'none';
  return channelResponseSteps.find(({ atMostMs }) => ms <= atMostMs)?.color ?? 'red';
}

/** The colour of the duration of a whole request in seconds. */
export function durationTone(seconds: number): Tone {
  if (seconds < LOG_DURATION_GREEN_BELOW_SECONDS) return 'green';
  return seconds < LOG_DURATION_ORANGE_BELOW_SECONDS ? 'orange' : 'red';
}

/** The colour of the duration of an image task, song or video in seconds. */
export function taskDurationTone(seconds: number): Tone {
  return seconds > TASK_DURATION_RED_ABOVE_SECONDS ? 'red' : 'green';
}

/** The colour of the time to the first token in seconds. */
export function firstTokenTone(seconds: number): Tone {
  if (seconds < FIRST_TOKEN_GREEN_BELOW_SECONDS) return 'green';
  return seconds < FIRST_TOKEN_ORANGE_BELOW_SECONDS ? 'orange' : 'red';
}
