import { findUsage, readOpenAiUsage } from '@formats';
import { totalCompletionTokens, totalPromptTokens } from '@contracts';
import { sse } from '../../apps/mock-upstream/src/index';
import { recordedStreams, type RecordedStream } from '../../libs/formats/src/testing/recorded-files';
import { chat, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

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

/** A composed stream, so that the table has an entry when no recordings are installed. */
const composed: RecordedStream = {
  name: 'composed/text',
  payloads: [
    JSON.stringify({
      id: 'a',
      choices: [{ index: 0, delta: { content: 'ok' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 4, completion_tokens: 1, total_tokens: 5 },
    }),
  ],
};

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

describe('recorded streams', () => {
  it.each([composed, ...recordedStreams(FOLDERS)])(
    '$name arrives byte-equal and is billed from its usage',
    async ({ payloads }) => {
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
    },
  );
});
