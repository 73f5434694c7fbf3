import { sse } from '../../apps/mock-upstream/src/index';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.option('ModelRatio', JSON.stringify({ 'gpt-4o-mini': 1, 'custom-mini': 1 }));
  await scene.app.make.channel({
    type: 8,
    base_url: `${scene.upstream.url}/v1/chat/completions`,
    models: 'custom-mini',
  });
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };

function chunk(delta: object, finish: string | null = null): string {
  return JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] });
}

function events(first: number | undefined, second: number | undefined): readonly string[] {
  return [
    ...[first, second].flatMap((index, number) => [
      chunk({ tool_calls: [{ index, id: `call_${number}`, function: { name: 'f', arguments: '' } }] }),
      chunk({ tool_calls: [{ index, function: { arguments: '{}' } }] }),
    ]),
    chunk({}, 'tool_calls'),
    JSON.stringify({ choices: [], usage }),
  ];
}

/** The index of every piece of a call, in order. */
function indexesIn(text: string): readonly unknown[] {
  return [...text.matchAll(/^data: (\{.*)$/gm)].flatMap(([, data]) => {
    const { choices } = JSON.parse(data ?? '') as { choices: { delta: { tool_calls?: { index?: unknown }[] } }[] };
    return (choices[0]?.delta.tool_calls ?? []).map(({ index }) => index);
  });
}

describe.each(['gpt-4o-mini', 'custom-mini'])('tool calls in a stream that passes unchanged (%s)', model => {
  it.each([
    [1, 2],
    [0, 0],
    [undefined, undefined],
  ])('numbered %p and %p reach the caller as 0 and 1, and the row says so', async (first, second) => {
    scene.upstream.script(() => sse(events(first, second)));
    const text = await (await scene.post('/v1/chat/completions', chat({ model, stream: true, tools }))).text();
    expect(indexesIn(text)).toEqual([0, 0, 1, 1]);
    expect(text).toContain('[DONE]');
    await scene.settled();
    const [row] = await scene.consumption(1);
    expect(row && otherOf(row).mended).toEqual(['tool_calls.index']);
    expect(row?.prompt_tokens).toBe(5);
  });

  it('with correct numbers keep their bytes', async () => {
    const valid = events(0, 1);
    scene.upstream.script(() => sse(valid));
    const options = { include_usage: true };
    const asked = chat({ model, stream: true, tools, stream_options: options });
    const text = await (await scene.post('/v1/chat/completions', asked)).text();
    expect(text).toBe([...valid, '[DONE]'].map(payload => `data: ${payload}\n\n`).join(''));
    await scene.settled();
    const [row] = await scene.consumption(1);
    expect(row && otherOf(row).mended).toBeUndefined();
  });
});
