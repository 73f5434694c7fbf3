import { channelPresets, channelTypes, modelTags } from '@contracts';
import { type Language } from './console-reader';
import { SEEDED_WORDS } from './seeded-facts';

/** Names that stay the same in every language. */
const NAMES = [
  ...[
    'Sluice',
    'GitHub',
    'LINUX DO',
    'Telegram',
    'WeChat',
    'Epay',
    'Stripe',
    'Midjourney',
    'OpenID Connect',
    'Cloudflare',
  ],
  ...['Turnstile', 'Suno', 'Linux', 'Chrome', 'JavaScript', 'OpenAI', 'Claude', 'Anthropic', 'Gemini', 'Google'],
  ...[
    'Authenticator',
    '1Password',
    'Aegis',
    'BotFather',
    'xAI',
    'Baichuan',
    'Responses',
    'WeChat Server',
    'Kling',
    'Luma',
    'Runway',
    ...['curl', 'Python', 'TypeScript', 'Claude Code', 'Codex', 'Gemini CLI', 'Cherry Studio', 'NextChat'],
    ...['one-api', 'new-api', 'one-hub', 'LiteLLM', 'salt key', 'master key', 'import'],
    ...['postgres://user:password@host:5432/database', 'mysql://'],
    ...['Slack', 'Discord', 'Lark', 'ntfy', 'Amazon S3', 'MinIO', 'SQLite', 'PostgreSQL', 'MySQL', 'MariaDB'],
  ],
];
/** Technical terms that Chinese texts use untranslated, and the providers' own names of fields. */
const TERMS = [
  ...[
    'API',
    'JSON',
    'URL',
    'HTML',
    'Markdown',
    'SMTP',
    'SSL',
    'TLS',
    'CSV',
    'PDF',
    'TPM',
    'RPM',
    'CIDR',
    'Token',
    'USD',
  ],
  ...['UTC', 'OAuth', 'OAuth App', 'Worker', 'Logo', 'Enter', 'Shift', 'Issuer', 'Site Key', 'Secret Key', 'Client'],
  ...[
    'Secret',
    'accountFilter',
    'access_denied',
    'x-sluice-dropped',
    'x-api-key value',
    'project=a',
    'setdomain',
    'https',
    'Ctrl',
    'STARTTLS',
    'OpenID',
    ...['Webhook', 'backups', 'sluice/production', 'KiB', 'MiB', 'GiB', 'TiB'],
  ],
];
/** The message of an upstream in its own language, behind a sentence of ours that names the channel. */
const REASONS = /(?<=^自动禁用了渠道.*：).*/;
/** The names of the browsers and programs of this test, as they send them. */
const BROWSERS = /Mozilla\/5\.0.*|(?<=^|：)node$/;

const LATIN_WORD = /[A-Za-z][A-Za-z’']{2,}/;
const HAN = /[\u3000-\u303f\u3400-\u9fff\uff01-\uff5e]/;
/** Addresses of sites and of mail, keys, paths, and options of programs. */
const ADDRESS = /https?:\/\/\S+|\S+@\S+|sk-\S+|(?<!\w)\/[\w/]+|--[a-z]+/g;
/** Names such as those of models: several parts, or digits inside. */
const COMPOUND = /\b[a-z]+(?:-[a-z\d.]+)+\b|\b[\w./:{}#-]*[\d_{}/.][\w./:{}#-]*/g;

const known = [
  ...NAMES,
  ...TERMS,
  ...SEEDED_WORDS,
  ...channelTypes.map(({ name }) => name),
  ...modelTags,
  ...channelPresets.map(({ name }) => name),
]
  .sort((one, other) => other.length - one.length)
  .map(word => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
const KNOWN = new RegExp(`(?<![\\w-])(${known.join('|')})(?![\\w-])`, 'gi');

/** True when a text is written in another language than the chosen one. */
export function isUntranslated(text: string, language: Language): boolean {
  if (language === 'en') return HAN.test(text);
  if (BROWSERS.test(text)) return false;
  return LATIN_WORD.test(
    text.replace(REASONS, ' ').replaceAll(ADDRESS, ' ').replaceAll(KNOWN, ' ').replaceAll(COMPOUND, ' '),
  );
}
