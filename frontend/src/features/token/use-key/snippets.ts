/** What a client needs to call a model through this site. */
export interface KeyUse {
  /** The base address, without a slash at its end. */
  readonly address: string;
  /** The key with its prefix. */
  readonly key: string;
  readonly model: string;
}

/** One client and how it is set up: a text to copy, or a link that opens it with everything filled in. */
export interface Snippet {
  readonly id: string;
  /** The name of the client, which is the same in all languages. */
  readonly name: string;
  /** Where the text belongs, when it is no command: the path of a file. */
  readonly file?: string;
  readonly text: string;
  /** Commands to run besides the text. */
  readonly commands?: string;
  readonly link?: string;
}

const QUESTION = 'Say hello.';

/** A text in single quotes of a shell: the only character that has to be written otherwise is the quote itself. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function curl({ address, key, model }: KeyUse): Snippet {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: QUESTION }] });
  return {
    id: 'curl',
    name: 'curl',
    text: [
      `curl ${shellText(`${address}/v1/chat/completions`)} \\`,
      `  -H ${shellText(`Authorization: Bearer ${key}`)} \\`,
      "  -H 'Content-Type: application/json' \\",
      `  -d ${shellText(body)}`,
    ].join('\n'),
  };
}

function python({ address, key, model }: KeyUse): Snippet {
  return {
    id: 'python',
    name: 'Python',
    commands: 'pip install openai',
    text: [
      'from openai import OpenAI',
      '',
      `client = OpenAI(base_url=${JSON.stringify(`${address}/v1`)}, api_key=${JSON.stringify(key)})`,
      'answer = client.chat.completions.create(',
      `    model=${JSON.stringify(model)},`,
      `    messages=[{"role": "user", "content": ${JSON.stringify(QUESTION)}}],`,
      ')',
      'print(answer.choices[0].message.content)',
    ].join('\n'),
  };
}

function typescript({ address, key, model }: KeyUse): Snippet {
  return {
    id: 'typescript',
    name: 'TypeScript',
    commands: 'npm install openai',
    text: [
      "import OpenAI from 'openai';",
      '',
      `const client = new OpenAI({ baseURL: ${JSON.stringify(`${address}/v1`)}, apiKey: ${JSON.stringify(key)} });`,
      'const answer = await client.chat.completions.create({',
      `  model: ${JSON.stringify(model)},`,
      `  messages: [{ role: 'user', content: ${JSON.stringify(QUESTION)} }],`,
      '});',
      'console.log(answer.choices[0]?.message.content);',
    ].join('\n'),
  };
}

/** Variables of https://docs.claude.com/en/docs/claude-code/settings#environment-variables */
function claudeCode({ address, key, model }: KeyUse): Snippet {
  return {
    id: 'claude-code',
    name: 'Claude Code',
    text: [
      `export ANTHROPIC_BASE_URL=${shellText(address)}`,
      `export ANTHROPIC_AUTH_TOKEN=${shellText(key)}`,
      `export ANTHROPIC_DEFAULT_HAIKU_MODEL=${shellText(model)}`,
      `claude --model ${shellText(model)}`,
    ].join('\n'),
  };
}

/** Fields of https://github.com/openai/codex/blob/main/docs/config.md#model_providers */
function codex({ address, key, model }: KeyUse): Snippet {
  return {
    id: 'codex',
    name: 'Codex',
    file: '~/.codex/config.toml',
    text: [
      `model = ${JSON.stringify(model)}`,
      'model_provider = "sluice"',
      '',
      '[model_providers.sluice]',
      'name = "Sluice"',
      `base_url = ${JSON.stringify(`${address}/v1`)}`,
      'env_key = "SLUICE_KEY"',
      'wire_api = "responses"',
    ].join('\n'),
    commands: `export SLUICE_KEY=${shellText(key)}\ncodex`,
  };
}

function geminiCli({ address, key, model }: KeyUse): Snippet {
  return {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    text: [
      `export GOOGLE_GEMINI_BASE_URL=${shellText(address)}`,
      `export GEMINI_API_KEY=${shellText(key)}`,
      `gemini -m ${shellText(model)}`,
    ].join('\n'),
  };
}

/** A JSON object in base64 of UTF-8, as links of desktop programs carry it. */
function encoded(value: object): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
}

/** The link is that of https://docs.cherry-ai.com, "custom provider by link". */
function cherryStudio({ address, key }: KeyUse): Snippet {
  const settings = encoded({ id: 'sluice', name: 'Sluice', type: 'openai', baseUrl: address, apiKey: key });
  return {
    id: 'cherry-studio',
    name: 'Cherry Studio',
    text: `API host: ${address}\nAPI key: ${key}`,
    link: `cherrystudio://providers/api-keys?v=1&data=${encodeURIComponent(settings)}`,
  };
}

/** The settings stand behind the hash, which no server sees. */
function nextChat({ address, key }: KeyUse): Snippet {
  const settings = JSON.stringify({ key, url: address });
  return {
    id: 'next-chat',
    name: 'NextChat',
    text: `Endpoint: ${address}\nAPI key: ${key}`,
    link: `https://app.nextchat.dev/#/?settings=${encodeURIComponent(settings)}`,
  };
}

/** How to use a key, client by client. */
export function snippetsOf(use: KeyUse): readonly Snippet[] {
  return [curl, python, typescript, claudeCode, codex, geminiCli, cherryStudio, nextChat].map(make => make(use));
}
