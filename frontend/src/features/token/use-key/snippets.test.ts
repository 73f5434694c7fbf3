import { execFileSync } from 'node:child_process';
import { snippetsOf, type Snippet } from './snippets';

const use = { address: 'https://gate.example.com', key: "sk-it's", model: 'maker/model "x"' };

function snippet(id: string): Snippet {
  const found = snippetsOf(use).find(one => one.id === id);
  if (!found) throw new Error(`no snippet ${id}`);
  return found;
}

/** What a shell makes of the arguments of a command, or of the variables of a script. */
function shell(script: string): string {
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
}

describe('the ways to use a key', () => {
  it('name every client once', () => {
    const names = snippetsOf(use).map(({ name }) => name);
    expect(names).toEqual([
      ...['curl', 'Python', 'TypeScript', 'Claude Code', 'Codex', 'Gemini CLI', 'Cherry Studio', 'NextChat'],
    ]);
  });

  it('survive a shell with any key and any model', () => {
    const said = shell(`curl() { for part in "$@"; do printf '%s\\n' "$part"; done; }\n${snippet('curl').text}`);
    expect(said).toContain("Authorization: Bearer sk-it's");
    expect(said).toContain('https://gate.example.com/v1/chat/completions');
    const body = JSON.parse(said.slice(said.indexOf('{'))) as { model: string };
    expect(body.model).toBe(use.model);
    const variables = shell(`claude() { echo "$ANTHROPIC_AUTH_TOKEN|$2"; }\n${snippet('claude-code').text}`);
    expect(variables.trim()).toBe(`${use.key}|${use.model}`);
  });

  it('carry key and address in the links of the clients', () => {
    const cherry = new URL(snippet('cherry-studio').link ?? '');
    const settings = Buffer.from(cherry.searchParams.get('data') ?? '', 'base64').toString('utf8');
    expect(JSON.parse(settings)).toMatchObject({ baseUrl: use.address, apiKey: use.key });
    const [site, hash = ''] = (snippet('next-chat').link ?? '').split('#/?settings=');
    expect(site).toBe('https://app.nextchat.dev/');
    expect(JSON.parse(decodeURIComponent(hash))).toEqual({ key: use.key, url: use.address });
  });
});
