import { createRawUpstream, httpAnswer } from '../support/fakes/raw-upstream';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const MODEL = 'gpt-4o-mini';
/** One MiB more than the limit for one answer. */
const TOO_MANY_BYTES = 129 * 1024 * 1024;

/* The time limits are the server's defaults, so that even on a slow machine only the size can be the cause. */
let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.option('RetryTimes', 0); // one answer is looked at
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

function ask(fields: object) {
  return scene.post('/v1/chat/completions', chat({ ...fields }));
}

async function expectUnreadable(response: Response): Promise<void> {
  const { error } = (await response.json()) as { error: { code: string } };
  expect([response.status, error.code]).toEqual([502, 'read_response_body_failed']);
  await scene.settled();
  expect(await scene.balance()).toMatchObject({ used_quota: 0 });
  expect(await scene.app.verifyLedger()).toMatchObject({ differenceUnits: 0 });
}

describe('an answer larger than the limit', () => {
  it.each([{ stream: false }, { stream: true }])(
    'is given up midway for a call with %o: one error, nothing billed, its connection closed',
    async fields => {
      scene.upstream.onModel(MODEL, { kind: 'oversize', bytes: TOO_MANY_BYTES });
      await expectUnreadable(await ask(fields));
      expect(scene.upstream.calls).toHaveLength(1);
      await scene.upstream.waitForClose(scene.upstream.calls[0]!);
      expect(scene.upstream.calls[0]?.finished).toBe(false);
    },
  );

  it('is not awaited when its length is announced', async () => {
    const start = httpAnswer({ 'content-type': 'application/json', 'content-length': TOO_MANY_BYTES }, '{"choices":[');
    const silent = await createRawUpstream(socket => socket.write(start)); // the rest never comes
    const id = await scene.app.make.channel({ base_url: silent.url, models: 'gpt-4.1-nano' });
    await expectUnreadable(await ask({ model: 'gpt-4.1-nano' }));
    await scene.app.root.delete(`/api/channel/${id}/`);
    await silent.close();
  });
});
