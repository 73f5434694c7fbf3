import { type CliName } from './cli-programs';
import { anthropicForm, chatForm, geminiForm, type UpstreamForm } from '../fakes/cli-turn';

/** A client that runs for one request to Sluice, without a terminal, a sign-in or a confirmation. */
export interface CliClient {
  readonly name: CliName;
  readonly model: string;
  /** The format that the client itself speaks, when an upstream may speak it too. */
  readonly ownForm: UpstreamForm | null;
  /** The client's shell tool, under each of its names, with arguments that run the command. */
  readonly shells: Readonly<Record<string, object>>;
  start(gateway: { readonly url: string; readonly key: string }): CliStart;
}

interface CliStart {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Files that are written below the client's home first. */
  readonly files: Readonly<Record<string, string>>;
}

/** A command that reads a file which only the client can see, and makes another. */
const COMMAND = 'tee copy.txt < note.txt';
const DESCRIBED = { command: COMMAND, description: 'Copies the note' };
const QUESTION = 'Copy note.txt to copy.txt and tell me when it is done.';

const CLAUDE_MODEL = 'claude-sonnet-4-5';

const claudeCode: CliClient = {
  name: 'claude-code',
  model: CLAUDE_MODEL,
  ownForm: anthropicForm,
  shells: { Bash: DESCRIBED },
  start: ({ url, key }) => ({
    args: ['-p', QUESTION, '--model', CLAUDE_MODEL, '--allowedTools', 'Bash'],
    environment: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: CLAUDE_MODEL, // for titles and similar calls
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    files: {},
  }),
};

const CODEX_MODEL = 'gpt-5-codex';

/** A client that speaks Responses, which no upstream of these tests does. */
const codex: CliClient = {
  name: 'codex',
  model: CODEX_MODEL,
  ownForm: null,
  shells: {
    exec_command: { cmd: COMMAND },
    shell_command: { command: COMMAND },
    shell: { command: ['bash', '-lc', COMMAND] },
  },
  start: ({ url, key }) => ({
    args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', QUESTION],
    environment: { SLUICE_KEY: key },
    files: {
      '.codex/config.toml': [
        `model = "${CODEX_MODEL}"`,
        'model_provider = "sluice"',
        '[model_providers.sluice]',
        'name = "Sluice"',
        `base_url = "${url}/v1"`,
        'env_key = "SLUICE_KEY"',
        'wire_api = "responses"',
      ].join('\n'),
    },
  }),
};

const GEMINI_MODEL = 'gemini-2.5-flash';

const geminiCli: CliClient = {
  name: 'gemini-cli',
  model: GEMINI_MODEL,
  ownForm: geminiForm,
  shells: { run_shell_command: DESCRIBED },
  start: ({ url, key }) => ({
    args: ['-m', GEMINI_MODEL, '--approval-mode', 'yolo', '-p', QUESTION],
    environment: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true, disableUpdateNag: true },
      }),
    },
  }),
};

const OPENCODE_MODEL = 'gpt-4.1-mini';

const openCode: CliClient = {
  name: 'opencode',
  model: OPENCODE_MODEL,
  ownForm: chatForm,
  shells: { bash: DESCRIBED },
  start: ({ url, key }) => ({
    args: ['run', QUESTION],
    environment: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
    files: {
      '.config/opencode/opencode.json': JSON.stringify({
        provider: {
          sluice: {
            npm: '@ai-sdk/openai-compatible', // comes with the client
            name: 'Sluice',
            options: { baseURL: `${url}/v1`, apiKey: key },
            models: { [OPENCODE_MODEL]: { name: OPENCODE_MODEL, tool_call: true } },
          },
        },
        model: `sluice/${OPENCODE_MODEL}`,
        small_model: `sluice/${OPENCODE_MODEL}`,
        permission: { bash: 'allow' },
        autoupdate: false,
        share: 'disabled',
      }),
    },
  }),
};

export const cliClients: readonly CliClient[] = [claudeCode, codex, geminiCli, openCode];
