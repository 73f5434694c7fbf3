import { type AlertSentenceKey } from './alert-sentence-rows';
import { type Sentence, type SentenceParams } from './sentence';

export const alertSeverities = ['info', 'warning', 'critical'] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

/** What a rule may be narrowed to; `all` watches the whole site, or each channel where only channels can be watched. */
export const alertScopes = ['all', 'channel', 'model', 'group', 'user'] as const;
export type AlertScopeBy = (typeof alertScopes)[number];

/** What the threshold of a kind is counted in; `none` has no threshold. */
export type AlertUnit = 'none' | 'percent' | 'ms' | 'money' | 'units' | 'count' | 'hours';

/** The limits of a number in a rule, and its value in a new one. */
export interface AlertNumberForm {
  readonly standard: number;
  readonly min: number;
  readonly max: number;
}

/** What a rule of a kind consists of. */
export interface AlertKindForm {
  readonly title: Sentence;
  readonly unit: AlertUnit;
  readonly threshold: AlertNumberForm;
  /** Which figure is watched; empty where there is one only. */
  readonly measures: readonly AlertMeasure[];
  /** Minutes that are looked at; null where the kind has no window. */
  readonly window: AlertNumberForm | null;
  /** Below this the figures say nothing; null where that does not matter. */
  readonly minimum: (AlertNumberForm & { readonly unit: 'count' | 'units' }) | null;
  /** Minutes for which it must hold before it fires, in a new rule. */
  readonly forMinutes: number;
  readonly scopes: readonly AlertScopeBy[];
  readonly severity: AlertSeverity;
}

export const alertMeasures = ['duration', 'first_token', 'day', 'month'] as const;
export type AlertMeasure = (typeof alertMeasures)[number];

const DAY_MINUTES = 1440;

function number(standard: number, min: number, max: number): AlertNumberForm {
  return { standard, min, max };
}

const NONE = { threshold: number(0, 0, 0), measures: [], window: null, minimum: null } as const;

/** Everything that can be watched. A new kind is a row here, its sentence, its texts and a file of the lib `alert`. */
export const alertKinds = {
  channel_down: {
    ...NONE,
    title: { en: 'Channel down', zh: '渠道停用' },
    unit: 'none',
    forMinutes: 5,
    scopes: ['all', 'channel', 'group'],
    severity: 'critical',
  },
  error_rate: {
    title: { en: 'Error rate', zh: '失败率' },
    unit: 'percent',
    threshold: number(50, 1, 100),
    measures: [],
    window: number(15, 5, DAY_MINUTES),
    minimum: { ...number(20, 1, 1_000_000), unit: 'count' },
    forMinutes: 5,
    scopes: ['all', 'channel', 'model'],
    severity: 'critical',
  },
  latency: {
    title: { en: 'Latency', zh: '延迟' },
    unit: 'ms',
    threshold: number(30_000, 1, 3_600_000),
    measures: ['duration', 'first_token'],
    window: number(15, 5, DAY_MINUTES),
    minimum: { ...number(20, 1, 1_000_000), unit: 'count' },
    forMinutes: 10,
    scopes: ['all', 'channel', 'model'],
    severity: 'warning',
  },
  upstream_balance: {
    title: { en: 'Balance upstream', zh: '上游余额' },
    ...NONE,
    unit: 'money',
    threshold: number(5, 0, 1_000_000_000),
    forMinutes: 0,
    scopes: ['all', 'channel', 'group'],
    severity: 'warning',
  },
  user_balance: {
    title: { en: 'Balance of users', zh: '用户余额' },
    ...NONE,
    unit: 'units',
    threshold: number(500_000, 1, 1_000_000_000_000),
    window: number(DAY_MINUTES, 60, 30 * DAY_MINUTES),
    forMinutes: 0,
    scopes: ['all', 'group', 'user'],
    severity: 'info',
  },
  spend: {
    title: { en: 'Spend above forecast', zh: '消费超出预期' },
    unit: 'percent',
    threshold: number(200, 101, 10_000),
    measures: ['day', 'month'],
    window: null,
    minimum: { ...number(5_000_000, 0, 1_000_000_000_000), unit: 'units' },
    forMinutes: 0,
    scopes: ['all', 'channel', 'model', 'group', 'user'],
    severity: 'warning',
  },
  negative_margin: {
    title: { en: 'Negative margin', zh: '负毛利' },
    unit: 'percent',
    threshold: number(0, -1000, 100),
    measures: [],
    window: number(DAY_MINUTES, 60, 30 * DAY_MINUTES),
    minimum: { ...number(500_000, 0, 1_000_000_000_000), unit: 'units' },
    forMinutes: 0,
    scopes: ['channel', 'all', 'model', 'group', 'user'],
    severity: 'warning',
  },
  sign_ups: {
    title: { en: 'Burst of sign-ups', zh: '注册激增' },
    ...NONE,
    unit: 'count',
    threshold: number(50, 1, 10_000),
    window: number(60, 5, DAY_MINUTES),
    forMinutes: 0,
    scopes: ['all'],
    severity: 'warning',
  },
  backup: {
    title: { en: 'Backup', zh: '备份' },
    ...NONE,
    unit: 'hours',
    threshold: number(26, 1, 8760),
    forMinutes: 0,
    scopes: ['all'],
    severity: 'critical',
  },
  disk: {
    title: { en: 'Disk nearly full', zh: '磁盘将满' },
    ...NONE,
    unit: 'percent',
    threshold: number(90, 1, 100),
    forMinutes: 5,
    scopes: ['all'],
    severity: 'critical',
  },
  ledger: {
    ...NONE,
    title: { en: 'Ledger difference', zh: '账目差异' },
    unit: 'none',
    forMinutes: 0,
    scopes: ['all'],
    severity: 'critical',
  },
  job: {
    title: { en: 'Job failing', zh: '任务失败' },
    ...NONE,
    unit: 'count',
    threshold: number(3, 1, 1000),
    forMinutes: 0,
    scopes: ['all'],
    severity: 'warning',
  },
  prices: {
    ...NONE,
    title: { en: 'Prices differ', zh: '价格不一致' },
    unit: 'count',
    threshold: number(1, 1, 10_000),
    forMinutes: 0,
    scopes: ['all'],
    severity: 'info',
  },
} as const satisfies Readonly<Record<string, AlertKindForm>>;

export type AlertKindName = keyof typeof alertKinds;
export const alertKindNames = Object.keys(alertKinds) as readonly AlertKindName[];

export const ALERT_NAME_MAX = 100;
export const ALERT_RULES_MAX = 100;
export const ALERT_RECEIVERS_MAX = 50;
export const ALERT_SCOPE_VALUES_MAX = 50;
export const ALERT_FOR_MINUTES_MAX = DAY_MINUTES;
export const ALERT_REMIND_MINUTES_MAX = 7 * DAY_MINUTES;
/** Messages that a receiver gets in an hour; what goes beyond them comes in one summary. */
export const ALERT_HOURLY_MAX = 20;

/** A rule. Times of quiet hours are `HH:MM` in the time zone of the server; both are empty where there are none. */
export interface AlertRuleSave {
  /** Empty: the console and messages use the name of the kind. */
  readonly name: string;
  readonly kind: AlertKindName;
  readonly enabled: boolean;
  readonly severity: AlertSeverity;
  readonly threshold: number;
  readonly measure: AlertMeasure | '';
  readonly window_minutes: number;
  readonly minimum: number;
  readonly for_minutes: number;
  /** 0 sends no reminder. */
  readonly remind_minutes: number;
  readonly scope_by: AlertScopeBy;
  /** Ids of channels and users, names of models and groups. Empty with `channel` or `model`: each of them. */
  readonly scope_values: readonly string[];
  readonly receiver_ids: readonly number[];
  readonly quiet_from: string;
  readonly quiet_to: string;
}

export interface AlertRuleView extends AlertRuleSave {
  readonly id: number;
  /** How many of its alerts fire now. */
  readonly firing: number;
  readonly created_time: number;
}

export interface AlertRuleEdit extends AlertRuleSave {
  readonly id: number;
}

/** The result of trying a rule: what holds now, and what its receivers said to a test message. */
export interface AlertRuleTest {
  readonly findings: readonly AlertSaid[];
  readonly sent: readonly AlertTestResult[];
}

export interface AlertTestResult {
  readonly receiver_id: number;
  /** Empty when the message was taken. */
  readonly error: string;
}

/** The languages of messages; `both` is Chinese and English in one message. */
export const alertLanguages = ['both', 'zh', 'en'] as const;
export type AlertLanguage = (typeof alertLanguages)[number];

export const alertReceiverFields = ['to', 'address', 'secret', 'token', 'chat_id', 'thread_id', 'base_url'] as const;
export type AlertReceiverField = (typeof alertReceiverFields)[number];

export interface AlertFieldForm {
  readonly name: AlertReceiverField;
  /** Sealed in the database, and never read back. */
  readonly isSecret: boolean;
  readonly isRequired: boolean;
}

function field(name: AlertReceiverField, ...marks: readonly ('secret' | 'required')[]): AlertFieldForm {
  return { name, isSecret: marks.includes('secret'), isRequired: marks.includes('required') };
}

/** Whom alerts can reach, and what each needs. Addresses that let everybody write are secrets. */
export const alertReceiverKinds = {
  mail: [field('to')],
  webhook: [field('address', 'required'), field('secret', 'secret', 'required')],
  slack: [field('address', 'secret', 'required')],
  discord: [field('address', 'secret', 'required')],
  lark: [field('address', 'secret', 'required'), field('secret', 'secret')],
  dingtalk: [field('address', 'secret', 'required'), field('secret', 'secret')],
  wecom: [field('address', 'secret', 'required')],
  telegram: [field('token', 'secret', 'required'), field('chat_id', 'required'), field('thread_id'), field('base_url')],
  ntfy: [field('address', 'secret', 'required'), field('token', 'secret')],
} as const satisfies Readonly<Record<string, readonly AlertFieldForm[]>>;

export type AlertReceiverKind = keyof typeof alertReceiverKinds;
export const alertReceiverKindNames = Object.keys(alertReceiverKinds) as readonly AlertReceiverKind[];
export const ALERT_FIELD_MAX = 1000;
export const ALERT_SECRET_MIN = 16;

/** The body that makes a receiver. A secret that is empty when a receiver is changed stays as it is. */
export interface AlertReceiverSave extends Partial<Readonly<Record<AlertReceiverField, string>>> {
  /** Empty: the console uses the name of the kind. */
  readonly name: string;
  readonly kind: AlertReceiverKind;
  readonly enabled: boolean;
  readonly language: AlertLanguage;
  /** Secrets that are not required and shall be taken away. */
  readonly cleared?: readonly AlertReceiverField[];
}

export interface AlertReceiverEdit extends AlertReceiverSave {
  readonly id: number;
}

export interface AlertReceiverView {
  readonly id: number;
  readonly name: string;
  readonly kind: AlertReceiverKind;
  readonly enabled: boolean;
  readonly language: AlertLanguage;
  /** The fields that are no secrets; of an address that is one, its origin. */
  readonly shown: Partial<Readonly<Record<AlertReceiverField, string>>>;
  readonly secrets_set: readonly AlertReceiverField[];
  /** Unix seconds of the last message that was taken; 0 when none was. */
  readonly sent_time: number;
  /** Why the last message could not be sent; empty when it was taken. */
  readonly error: string;
  readonly error_time: number;
}

/** `pending`: it holds, but not for long enough yet. */
export const alertStates = ['pending', 'firing', 'ended'] as const;
export type AlertState = (typeof alertStates)[number];

/** What an alert says, as a sentence with its figures. */
export interface AlertSaid {
  readonly sentence: AlertSentenceKey;
  readonly figures: SentenceParams;
}

export interface AlertView extends AlertSaid {
  readonly id: number;
  readonly rule_id: number;
  readonly rule_name: string;
  readonly kind: AlertKindName;
  readonly severity: AlertSeverity;
  readonly state: AlertState;
  /** What the rule fired for: `channel:7`, `model:gpt-4o`, `user:3`, `all` … */
  readonly subject: string;
  /** Unix seconds; 0 when not yet. */
  readonly begun_time: number;
  readonly fired_time: number;
  readonly ended_time: number;
  /** Who has acknowledged it; empty when nobody has. */
  readonly acknowledged_by: string;
  readonly acknowledged_time: number;
  /** What became of its messages. */
  readonly sent: number;
  readonly waiting: number;
  readonly failed: number;
}

/** A page of the alerts, newest first. */
export interface AlertQuery {
  readonly p?: number;
  readonly page_size?: number;
  readonly state?: AlertState | 'open' | '';
  readonly kind?: AlertKindName | '';
  readonly severity?: AlertSeverity | '';
}
