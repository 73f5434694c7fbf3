import { CohereClient, CohereClientV2, CohereError } from 'cohere-ai';
import { json } from '../../apps/mock-upstream/src/index';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.option('ModelRatio', { 'jina-reranker-v3': 1 });
  await scene.app.make.channel({ type: 38, base_url: scene.upstream.url, models: 'jina-reranker-v3' });
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

const order = { model: 'jina-reranker-v3', query: 'sun', documents: ['rain', 'sunshine'], topN: 2 };
const results = [
  { index: 1, relevance_score: 0.9 },
  { index: 0, relevance_score: 0.1 },
];

describe.each([
  ['version 1', CohereClient],
  ['version 2', CohereClientV2],
])('cohere-ai, %s, through the gateway to Jina', (_version, Client) => {
  const open = (token: string) => new Client({ token, environment: scene.app.url });

  it('gets documents ranked', async () => {
    scene.upstream.script(() => json({ model: order.model, results, usage: { total_tokens: 9 } }));
    const answer = await open(scene.key).rerank(order, { maxRetries: 0 });
    expect(answer.results.map(({ index, relevanceScore }) => [index, relevanceScore])).toEqual([
      [1, 0.9],
      [0, 0.1],
    ]);
    expect(scene.upstream.calls[0]?.body).toMatchObject({ query: 'sun', documents: ['rain', 'sunshine'], top_n: 2 });
  });

  it('recognises a refused key', async () => {
    const error: unknown = await open('sk-nobody')
      .rerank(order, { maxRetries: 0 })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CohereError);
    expect(error).toMatchObject({ statusCode: 401 });
  });
});
