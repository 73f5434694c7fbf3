import { WORKS_WORDS } from './seeded-works';

/** The password of all accounts except the first one. */
export const PASSWORD = 'correct-horse';

/** The name of Ann's team. */
export const TEAM = 'Research';

/** A model whose channel refuses the key, so that the server disables the channel. */
export const LOST_MODEL = 'gpt-4.1';

/** The users of the filled site. The texts of the operator are data: they stay as they are in every language. */
export const PEOPLE = [
  { username: 'ann', display: 'Ann Lee', quota: 25_000_000, group: 'default', role: 1, state: null },
  { username: 'newcomer', display: 'Newcomer', quota: 0, group: 'default', role: 1, state: null },
  { username: 'ben', display: 'Ben Carter', quota: 4_200_000, group: 'vip', role: 1, state: null },
  { username: 'chloe', display: 'Chloe Martin', quota: 61_000_000, group: 'svip', role: 1, state: null },
  { username: 'mia', display: 'Mia Torres', quota: 8_000_000, group: 'default', role: 10, state: null },
  { username: 'robot', display: 'Nightly build', quota: 900_000, group: 'default,vip', role: 1, state: null },
  { username: 'spammer', display: 'Spammer', quota: 0, group: 'default', role: 1, state: 'disable' },
  { username: 'leaver', display: 'Leaver', quota: 0, group: 'default', role: 1, state: 'delete' },
] as const;

const GPT = 'gpt-5.4,gpt-5.4-mini,gpt-4o,gpt-4o-mini,o4-mini,text-embedding-3-small,dall-e-3,tts-1,whisper-1';
const CLAUDE = 'claude-opus-4-6,claude-sonnet-4-6,claude-haiku-4-5';
const DRAWINGS = 'mj_imagine,mj_upscale,mj_variation,mj_describe,mj_blend,mj_video';
const GEMINI = 'gemini-2.5-pro,gemini-2.5-flash';

export const CHANNELS = [
  { name: 'OpenAI Frankfurt', type: 1, models: GPT, group: 'default,vip,svip', priority: 10, weight: 3, isOff: false },
  { name: 'OpenAI Virginia', type: 1, models: GPT, group: 'default,vip', priority: 5, weight: 1, isOff: false },
  { name: 'Anthropic', type: 14, models: CLAUDE, group: 'default,vip,svip', priority: 10, weight: 1, isOff: false },
  { name: 'Gemini', type: 24, models: GEMINI, group: 'default,vip', priority: 0, weight: 2, isOff: false },
  { name: 'DeepSeek', type: 1, models: 'deepseek-chat,deepseek-reasoner', group: 'default', weight: 1, isOff: false },
  { name: 'Old reseller', type: 8, models: 'gpt-3.5-turbo', group: 'default', priority: -5, isOff: true },
  { name: 'Drawing proxy', type: 5, models: DRAWINGS, group: 'default,vip', priority: 0, isOff: false },
  { name: 'Suno', type: 36, models: 'suno_music,suno_lyrics', group: 'default,vip', priority: 0, isOff: false },
  { name: 'Lost account', type: 1, models: LOST_MODEL, group: 'default', isOff: false },
] as const;

export const TOKENS = [
  { name: 'Laptop', isOff: false },
  { name: 'Nightly build', unlimited_quota: false, remain_quota: 12_500_000, isOff: false },
  { name: 'Support bot', unlimited_quota: false, remain_quota: 500_000, expired_time: 1_924_992_000, isOff: false },
  { name: 'Shared notebook', model_limits_enabled: true, model_limits: 'gpt-4o-mini,claude-haiku-4-5', isOff: false },
  { name: 'Old phone', isOff: true },
] as const;

export const CODES = [
  { name: 'Spring course', quota: 500_000, count: 6 },
  { name: 'Partner credit', quota: 5_000_000, count: 2 },
] as const;

/** A prompt in the playground; its answer follows. */
export const QUESTION = 'Which model should my nightly job use?';
export const ANSWER = `**gpt-5.4-mini** fits a job that runs while nobody waits:

| Model | Per 1M tokens in | Good at |
| --- | --- | --- |
| gpt-5.4-mini | $0.75 | summaries, labels |
| claude-sonnet-4-6 | $3.00 | long documents |
| gemini-2.5-pro | $1.25 | tables, images |

1. Give the job a key of its own, with a limit.
2. Ask in small batches, so that a failure repeats little.

\`\`\`python
client = OpenAI(base_url="https://ai.example.org/v1", api_key=key)
answer = client.responses.create(model="gpt-5.4-mini", input=text)
\`\`\``;

/** A model with tiers, hours and a price of its own for a group. */
export const PRICE_RULES = {
  'gemini-2.5-pro': {
    tiers: [{ above: 200_000, prices: { ModelRatio: 1.25, CompletionRatio: 6 } }],
    windows: [{ zone: 'UTC', from: '16:30', to: '00:30', days: [1, 2, 3, 4, 5], factor: 0.5 }],
    groups: { vip: { prices: { ModelRatio: 0.5, CompletionRatio: 8 } } },
  },
};

const MIX = [
  'gpt-5.4-mini',
  'claude-sonnet-4-6',
  'gpt-4o-mini',
  'gemini-2.5-pro',
  'gpt-5.4',
  'claude-haiku-4-5',
  'deepseek-chat',
  'gpt-4o',
  'gemini-2.5-flash',
  'o4-mini',
] as const;

/** The models of the calls, in their order. */
export const CALLS: readonly string[] = Array.from(
  { length: 40 },
  (_item, index) => MIX[(index * 7) % MIX.length] ?? '',
);

function model(name: string, type: readonly string[], illustrate = '') {
  return { model_name: name, type, illustrate };
}

export const MANUFACTURERS = [
  {
    Manufacturer: 'OpenAI',
    icon: '',
    description: '<p>Large and small ones</p>',
    models: [
      model('gpt-5.4', ['chat', 'reasoning', 'vision'], 'Flagship'),
      model('gpt-5.4-mini', ['chat', 'reasoning']),
      model('gpt-4o', ['chat', 'multimodal']),
      model('gpt-4o-mini', ['chat'], 'Cheap and quick'),
      model('dall-e-3', ['drawing']),
      model('whisper-1', ['speech to text']),
    ],
  },
  {
    Manufacturer: 'Anthropic',
    icon: '',
    description: 'Patient ones',
    models: [
      model('claude-opus-4-6', ['chat', 'reasoning']),
      model('claude-sonnet-4-6', ['chat', 'reasoning']),
      model('claude-haiku-4-5', ['chat']),
    ],
  },
  {
    Manufacturer: 'Google',
    icon: '',
    description: '',
    models: [model('gemini-2.5-pro', ['chat', 'multimodal']), model('gemini-2.5-flash', ['chat'])],
  },
];

/** Options that hold texts of the operator. */
export function operatorTexts(neighbour: string) {
  return {
    Notice: '# Maintenance\n\nOn Sunday from 02:00 to 03:00 UTC.',
    About: '# Autumn offer\n\nTen percent more on every payment.',
    TokenChannelDescription: '<p>Group default is meant for everyday work.</p>',
    DebugDocument: '<h2>First call</h2><p>Use any client of OpenAI.</p>',
    Footer: '<p>Run by the example company</p>',
    badgeContent: 'Beta',
    WeChatContact: 'helpdesk',
    QQContact: '100200300',
    ChatLink: `${neighbour}/chat?key={key}`,
    MonitorLink: `${neighbour}/status`,
    MonitorLinkEnabled: true,
    StatusPageEnabled: true,
    DataExportEnabled: true,
  };
}

/** All texts of the filled site that a page shows, for the check of texts in the wrong language. */
/** Plans that may be bought; the texts stand on the page as they are. */
export const PLANS = [
  {
    name: 'Small',
    description: 'For trying things out.',
    price_quota: 2_500_000,
    period: 'month',
    quota: 3_000_000,
    models: ['gpt-4o*', 'claude-*'],
    trial_days: 7,
  },
  { name: 'Large', description: 'For every day.', price_quota: 10_000_000, period: 'month', quota: 13_000_000 },
  { name: 'One day', price_quota: 0, period: 'day', quota: 50_000, overage: 'refuse', is_on_sale: false },
] as const;

export const SEEDED_WORDS: readonly string[] = [
  ...['root', 'Root User', 'Say hello', 'Hello from the mock upstream', 'Welcome gift', 'playground-default'],
  ...[
    'Operators',
    'gateway-1',
    'Ann asked why her answers are short',
    'Incorrect API key provided',
    'Large and small ones',
    'Patient ones',
    TEAM,
    ...['project=apollo', 'run=1', 'run=2', 'nightly'],
    LOST_MODEL,
  ],
  ...PEOPLE.flatMap(({ username, display, group }) => [username, display, ...group.split(',')]),
  ...CHANNELS.flatMap(({ name, models }) => [name, ...models.split(',')]),
  ...TOKENS.map(({ name }) => name),
  ...PLANS.flatMap(plan => [plan.name, 'description' in plan ? plan.description : '']),
  ...PLANS.flatMap(plan => ('models' in plan ? [plan.models.join(', ')] : [])),
  ...CODES.map(({ name }) => name),
  ...MANUFACTURERS.flatMap(({ Manufacturer: name, models }) => [name, ...models.map(({ illustrate }) => illustrate)]),
  ...WORKS_WORDS,
  QUESTION,
  ...ANSWER.split(/\*\*|\n\d\. |[|\n]/),
  ...Object.values(operatorTexts(''))
    .map(String)
    .flatMap(text => text.replaceAll(/<[^>]+>|[#*]/g, '\n').split('\n')),
]
  .map(text => text.trim())
  .filter(text => text !== '');
