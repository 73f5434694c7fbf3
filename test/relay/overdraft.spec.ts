import { AccountKind, Ledger } from '@billing';
import { LogType, type LogEntry, type LogOther, type Page } from '@contracts';
import { json } from '../../apps/mock-upstream/src/index';
import { type TestClient } from '../support/clients/client';
import { createTestDatabase, describeWith, dialectsOfRun, type TestDatabase } from '../support/servers/databases';
import { answerEndlessly, WORD } from '../support/fakes/endless-upstream';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const MODEL = 'gpt-4o-mini';
/** One unit a token for prompt and answer, so that units and tokens are the same. */
const PRICE = { [MODEL]: 1 };

interface Payer {
  readonly client: TestClient;
  readonly key: string;
  readonly tokenId: number;
}

async function payer(scene: RelayScene, quota: number, token: Record<string, unknown> = {}): Promise<Payer> {
  const client = await scene.app.make.signedIn({ quota });
  const { secret, id } = await scene.app.make.token(client, token);
  return { client, key: secret, tokenId: id };
}

function ask(scene: RelayScene, { key }: Payer, fields: Record<string, unknown> = {}, path = '/v1/chat/completions') {
  return fetch(scene.app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(path.endsWith('chat/completions') ? chat({ model: MODEL, ...fields }) : fields),
  });
}

function accountOf(scene: RelayScene, { client }: Payer) {
  return scene.app.nest.get(Ledger).balanceOf(AccountKind.User, client.user?.id ?? 0);
}

function settled(scene: RelayScene, who: Payer) {
  return eventually(
    () => accountOf(scene, who),
    account => account.held === 0,
  );
}

function rowsOf(who: Payer, type: number, count: number): Promise<readonly LogEntry[]> {
  return eventually(
    async () => (await must(who.client.get<Page<LogEntry>>(`/api/log/self/?p=1&page_size=100&type=${type}`))).items,
    rows => rows.length >= count,
  );
}

function saidOf(row: LogEntry | undefined) {
  return (JSON.parse(row?.other ?? '{}') as LogOther).said;
}

for (const dialect of dialectsOfRun()) {
  describeWith(dialect, `an account that many calls draw on, on ${dialect}`, () => {
    let database: TestDatabase;
    let scene: RelayScene;
    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      scene = await startRelayScene({ databaseUrl: database.url });
      await scene.app.make.option('ModelRatio', PRICE);
    });
    afterAll(async () => {
      await scene.close();
      await database.drop();
    });
    beforeEach(() => scene.upstream.reset());

    it('is not overdrawn by nineteen streams without a limit, each of which would cost five times the balance', async () => {
      scene.upstream.script(answerEndlessly(50_000));
      const who = await payer(scene, 10_000);
      const texts = await Promise.all(
        Array.from({ length: 19 }, async () => (await ask(scene, who, { stream: true })).text()),
      );
      const served = texts.filter(text => text.includes(WORD));
      expect(served.length).toBeGreaterThan(1);
      for (const text of served) {
        expect(text).toContain('"finish_reason":"length"');
        expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
      }
      const { balance, used } = await settled(scene, who);
      // One chunk has a few words at most, and the margin for a whole stream is never left unused.
      expect(balance).toBeGreaterThan(-19 * 20);
      expect(used).toBeGreaterThan(6000);
      const warnings = await rowsOf(who, LogType.Warning, served.length);
      expect(saidOf(warnings[0])).toMatchObject({ key: 'answer_ended_by_quota', reason: { key: 'quota_left_user' } });
      expect((await scene.app.verifyLedger()).differenceUnits).toBe(0);
    });

    it('is not overdrawn by nineteen whole answers without a limit: the request asks for no more than can be paid', async () => {
      scene.upstream.script(call => {
        const limit = Number((call.body as { max_tokens?: number }).max_tokens ?? 50_000);
        const usage = { prompt_tokens: 12, completion_tokens: limit, total_tokens: 12 + limit };
        const choice = { index: 0, message: { role: 'assistant', content: 'Much.' }, finish_reason: 'length' };
        return json({ id: 'x', object: 'chat.completion', choices: [choice], usage }, { delayMs: 200 });
      });
      const who = await payer(scene, 10_000);
      const responses = await Promise.all(Array.from({ length: 19 }, () => ask(scene, who)));
      const served = responses.filter(({ status }) => status === 200);
      expect(served.length).toBeGreaterThan(0);
      const { balance } = await settled(scene, who);
      expect(balance).toBeGreaterThanOrEqual(0);
      const rows = await rowsOf(who, LogType.Consume, served.length);
      expect(otherOf(rows[0]!).answer_limit).toBeGreaterThanOrEqual(16);
      expect((await scene.app.verifyLedger()).differenceUnits).toBe(0);
    });
  });
}

describe('the reservation of a call', () => {
  let scene: RelayScene;
  beforeAll(async () => {
    scene = await startRelayScene();
    await scene.app.make.option('ModelRatio', { ...PRICE, 'gpt-4o': 1, 'claude-sonnet-4-5': 1, 'gpt-5-pro': 1 });
  });
  afterAll(() => scene.close());
  beforeEach(() => scene.upstream.reset());

  const reservedFor = async (fields: Record<string, unknown>): Promise<number> => {
    scene.upstream.onModel(String(fields.model ?? MODEL), { ...json({ choices: [] }), delayMs: 60_000 });
    const who = await payer(scene, 1_000_000);
    const callsBefore = scene.upstream.calls.length;
    const controller = new AbortController();
    const call = fetch(`${scene.app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${who.key}` },
      body: JSON.stringify(chat({ model: MODEL, ...fields })),
      signal: controller.signal,
    });
    const account = await eventually(
      () => accountOf(scene, who),
      ({ held }) => held > 0,
    );
    // A call that is cancelled on its way there would arrive in the next test.
    await scene.upstream.waitForCalls(callsBefore + 1);
    controller.abort();
    await call.catch(() => undefined);
    await settled(scene, who);
    return account.held;
  };

  it('is the full price of prompt and limit, for every alternative', async () => {
    // The answers of gpt-4o-mini cost four times as much as prompts.
    const one = await reservedFor({ max_tokens: 1000 });
    expect(one).toBeGreaterThanOrEqual(4000 + 10);
    expect(one).toBeLessThan(4000 + 60);
    expect(await reservedFor({ max_tokens: 1000, n: 3 })).toBe(one + 2 * 4000);
    expect(
      await reservedFor({ max_tokens: 1000, messages: [{ role: 'user', content: 'river '.repeat(2000) }] }),
    ).toBeGreaterThan(4000 + 2000);
  });

  it('is the beginning of a stream without a limit, and the largest possible answer of any other call', async () => {
    const stream = await reservedFor({ stream: true });
    expect(stream).toBeGreaterThanOrEqual(500 * 4 + 10);
    expect(stream).toBeLessThan(500 * 4 + 60);
    expect(await reservedFor({})).toBeGreaterThanOrEqual(16_384 * 4);
  });

  it('is the largest answer where a call takes no limit, which is refused when that cannot be paid', async () => {
    const edit = { model: MODEL, instruction: 'Shorten it.', input: 'A long text.' };
    const poor = await payer(scene, 10_000);
    const refused = await ask(scene, poor, edit, '/v1/edits');
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: 'insufficient_user_quota' } });
    expect(scene.upstream.calls).toHaveLength(0);
    const usage = { prompt_tokens: 12, completion_tokens: 100, total_tokens: 112 };
    scene.upstream.onModel(MODEL, json({ object: 'edit', choices: [{ index: 0, text: 'A text.' }], usage }));
    const rich = await payer(scene, 100_000);
    expect((await ask(scene, rich, edit, '/v1/edits')).status).toBe(200);
    expect((await settled(scene, rich)).balance).toBe(100_000 - 12 - 4 * 100);
  });
});
