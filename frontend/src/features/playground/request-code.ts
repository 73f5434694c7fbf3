import { type PlaygroundRequest } from '@contracts';

/** The name under which examples keep the key. */
const KEY = 'SLUICE_API_KEY';

/** A question as code, in one language. */
export interface RequestCode {
  readonly id: 'curl' | 'python' | 'typescript';
  readonly name: string;
  readonly text: string;
}

/** The body as a program sends it: the group is that of its key, and what is not set is left out. */
function bodyOf({ group: _group, max_tokens, ...body }: PlaygroundRequest) {
  return max_tokens > 0 ? { ...body, max_tokens } : body;
}

function asPython(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value, null, 4).replaceAll('\n', '\n    ');
}

/** The request of a question as code for those who call the server themselves. @param address ends with /v1 */
export function codeOf(request: PlaygroundRequest, address: string): readonly RequestCode[] {
  const body = bodyOf(request);
  const json = JSON.stringify(body, null, 2);
  const fields = Object.entries(body).map(([name, value]) => `    ${name}=${asPython(value)},`);
  const quoted = json.replaceAll("'", String.raw`'\''`);
  return [
    {
      id: 'curl',
      name: 'curl',
      text: [
        `curl ${address}/chat/completions \\`,
        `  -H "Authorization: Bearer $${KEY}" \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '${quoted}'`,
      ].join('\n'),
    },
    {
      id: 'python',
      name: 'Python',
      text: [
        'import os',
        'from openai import OpenAI',
        '',
        `client = OpenAI(base_url="${address}", api_key=os.environ["${KEY}"])`,
        'answer = client.chat.completions.create(',
        ...fields,
        ')',
      ].join('\n'),
    },
    {
      id: 'typescript',
      name: 'TypeScript',
      text: [
        "import OpenAI from 'openai';",
        '',
        `const client = new OpenAI({ baseURL: '${address}', apiKey: process.env.${KEY} });`,
        `const answer = await client.chat.completions.create(${json});`,
      ].join('\n'),
    },
  ];
}
