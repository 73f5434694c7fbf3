import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUsage, readOpenAiUsage } from '@providers';
import { totalCompletionTokens, totalPromptTokens } from '@contracts';
import { sse } from '../../apps/mock-upstream/src/index';
import { chat, recomputed, startRelayScene, type RelayScene } from '../support/relay-scene';

const RECORDED = process.env.SLUICE_FIXTURES ?? join(__dirname, '../../../shared/fixtures/upstream');
const FOLDERS = [
  'openai-chat',
  'mistral',
  'deepseek',
  'groq',
  'xai',
  'xai-openai-compatible',
  'alibaba',
  'moonshotai',
  'perplexity',
];

/** Streams that vendors really sent; third-party, so they are read where they lie and are not part of this repository. */
const streams = FOLDERS.filter(folder => existsSync(join(RECORDED, folder))).flatMap(folder =>
  readdirSync(join(RECORDED, folder))
    .filter(name => name.endsWith('.chunks.txt'))
    .map(name => ({ name: `${folder}/${name}`, payloads: linesOf(join(RECORDED, folder, name)) })),
);

function linesOf(path: string): readonly string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '');
}

function reportedUsage(payloads: readonly string[]) {
  const found = payloads
    .map(payload => readOpenAiUsage(findUsage(JSON.parse(payload))))
    .findLast(reading => reading.kind === 'reported');
  return found?.kind === 'reported' ? found.usage : null;
}

let scene: RelayScene;
beforeAll(async () => (scene = await startRelayScene()));
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

if (streams.length === 0)
  process.stderr.write(`SKIPPED: no recorded streams at the fixtures folder; set SLUICE_FIXTURES to replay them.\n`);

describe('recorded streams', () => {
  it('has at least the streams composed here', async () => {
    const payload = JSON.stringify({
      id: 'a',
      choices: [{ index: 0, delta: { content: 'ok' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 4, completion_tokens: 1, total_tokens: 5 },
    });
    scene.upstream.onModel('gpt-4o-mini', sse([payload]));
    const response = await scene.post(
      '/v1/chat/completions',
      chat({ stream: true, stream_options: { include_usage: true } }),
    );
    expect(await response.text()).toBe(`data: ${payload}\n\ndata: [DONE]\n\n`);
    const [row] = await scene.consumption(1);
    expect(row).toMatchObject({ prompt_tokens: 4, completion_tokens: 1 });
  });

  it.each(streams)('$name arrives byte-equal and is billed from its usage', async ({ payloads }) => {
    const before = (await scene.consumption(0)).length;
    for (const pieceBytes of [undefined, 97]) {
      scene.upstream.reset();
      scene.upstream.onModel('gpt-4o-mini', sse(payloads, pieceBytes ? { pieceBytes } : {}));
      const response = await scene.post(
        '/v1/chat/completions',
        chat({ stream: true, stream_options: { include_usage: true } }),
      );
      expect(await response.text()).toBe([...payloads, '[DONE]'].map(payload => `data: ${payload}\n\n`).join(''));
    }
    const rows = await scene.consumption(before + 2);
    const usage = reportedUsage(payloads);
    for (const row of rows.slice(0, 2)) {
      expect(recomputed(row)).toBe(row.quota);
      if (!usage) continue;
      expect(row.prompt_tokens).toBe(totalPromptTokens(usage));
      expect(row.completion_tokens).toBe(totalCompletionTokens(usage));
    }
  });
});
