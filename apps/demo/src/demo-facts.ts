/** An account of the demo, with the password that the demo prints. */
export interface DemoPerson {
  readonly username: string;
  readonly password: string;
  readonly display: string;
  readonly role: number;
  /** Units. */
  readonly quota: number;
  /** Names of its keys. */
  readonly keys: readonly string[];
  /** Which share of all calls it makes. */
  readonly share: number;
  readonly about: string;
}

export const ROOT = { username: 'root', password: 'demo-root' } as const;

export const PEOPLE: readonly DemoPerson[] = [
  {
    ...{ username: 'mia', password: 'demo-mia', display: 'Mia Torres', role: 10, quota: 60_000_000 },
    ...{ keys: ['Release notes'], share: 2, about: 'administrator' },
  },
  {
    ...{ username: 'ann', password: 'demo-ann', display: 'Ann Lee', role: 1, quota: 90_000_000 },
    ...{ keys: ['Support bot', 'Laptop'], share: 5, about: 'a person with two keys' },
  },
  {
    ...{ username: 'ben', password: 'demo-ben', display: 'Ben Carter', role: 1, quota: 60_000_000 },
    ...{ keys: ['Nightly summaries'], share: 3, about: 'a person whose jobs run at night' },
  },
];

/** A channel of the demo; all of them lead to the simulated provider. */
export interface DemoChannel {
  readonly name: string;
  readonly type: number;
  readonly key: string;
  readonly models: readonly string[];
  readonly priority: number;
  readonly weight: number;
}

const GPT = ['gpt-5.4', 'gpt-5.4-mini', 'gpt-4o', 'gpt-4o-mini'] as const;

/** The key with which the simulated provider answers badly. */
export const TROUBLED_KEY = 'sk-demo-virginia';
/** The key that it refuses. */
export const LOST_KEY = 'sk-demo-revoked';

export const CHANNELS: readonly DemoChannel[] = [
  { name: 'OpenAI Frankfurt', type: 1, key: 'sk-demo-frankfurt', models: GPT, priority: 10, weight: 3 },
  { name: 'OpenAI Virginia', type: 1, key: TROUBLED_KEY, models: GPT, priority: 10, weight: 1 },
  {
    ...{ name: 'Anthropic', type: 14, key: 'sk-demo-anthropic', priority: 10, weight: 1 },
    models: ['claude-sonnet-4-6', 'claude-haiku-4-5'],
  },
  {
    ...{ name: 'Gemini', type: 24, key: 'demo-gemini', priority: 10, weight: 1 },
    models: ['gemini-2.5-pro', 'gemini-2.5-flash'],
  },
  { name: 'DeepSeek', type: 1, key: 'sk-demo-deepseek', models: ['deepseek-chat'], priority: 10, weight: 1 },
  { name: 'Former reseller', type: 1, key: LOST_KEY, models: ['gpt-4.1'], priority: 0, weight: 1 },
];

/** A model and how it is used. */
export interface DemoModel {
  readonly name: string;
  /** Its share of all calls. */
  readonly share: number;
  /** Milliseconds until the first token, and for a whole answer. */
  readonly firstMs: number;
  readonly wholeMs: number;
}

export const MODELS: readonly DemoModel[] = [
  { name: 'gpt-5.4-mini', share: 9, firstMs: 420, wholeMs: 2_600 },
  { name: 'claude-sonnet-4-6', share: 6, firstMs: 780, wholeMs: 6_900 },
  { name: 'gpt-4o-mini', share: 6, firstMs: 350, wholeMs: 1_900 },
  { name: 'gpt-5.4', share: 3, firstMs: 900, wholeMs: 8_200 },
  { name: 'gemini-2.5-pro', share: 3, firstMs: 850, wholeMs: 7_400 },
  { name: 'claude-haiku-4-5', share: 3, firstMs: 400, wholeMs: 2_400 },
  { name: 'deepseek-chat', share: 2, firstMs: 700, wholeMs: 5_200 },
  { name: 'gemini-2.5-flash', share: 2, firstMs: 380, wholeMs: 2_000 },
];

export const QUESTIONS: readonly string[] = [
  'Summarise the support tickets of this morning in five lines.',
  'Write release notes for version 2.4 from these commits.',
  'Which of these invoices look like duplicates?',
  'Translate this paragraph into Spanish and keep the names.',
  'Suggest a shorter name for this function.',
];
