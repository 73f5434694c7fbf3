import { KeptCalls } from '@inspector';
import { UnitOfWork } from '@platform';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat } from '../support/scenes/relay-scene';
import { askedOf, startInspectedScene, type InspectedScene } from '../support/scenes/inspected-scene';

interface Notice {
  readonly token_id: number;
  readonly is_own: boolean;
}

let scene: InspectedScene;
beforeAll(async () => (scene = await startInspectedScene()));
afterAll(() => scene.close());
afterEach(async () => {
  await scene.noRules();
  await must(scene.app.root.delete('/api/inspector/store'));
});

/** Sets columns of all stored calls, as time would, or larger calls. */
function setAll(change: string): Promise<unknown> {
  return scene.app.nest.get(UnitOfWork).run(manager => manager.query(`UPDATE inspected_calls SET ${change}`));
}

function runJob(): Promise<void> {
  return scene.app.nest.get(KeptCalls).removeOld();
}

async function recorded(): Promise<string> {
  const { id } = await scene.ask();
  await scene.content(id);
  return id;
}

describe('the store of recorded calls', () => {
  it('shows nothing after its time, and removes it', async () => {
    await scene.rule();
    const id = await recorded();
    await setAll(`expires_at_ms = ${Date.now() - 1}`);
    expect((await scene.read(id)).status).toBe(404);
    expect(await scene.count()).toBe(1);
    await runJob();
    expect(await scene.count()).toBe(0);
  });

  it('follows a shorter retention at once', async () => {
    await scene.rule();
    const id = await recorded();
    await setAll(`created_at_ms = ${Date.now() - 2 * 3_600_000}`);
    expect((await scene.read(id)).status).toBe(200);
    await scene.app.make.option('InspectorRetentionHours', 1);
    expect((await scene.read(id)).status).toBe(404);
    await runJob();
    expect(await scene.count()).toBe(0);
    await scene.app.make.option('InspectorRetentionHours', 24);
  });

  it('lets the oldest go when it becomes too large', async () => {
    await scene.app.make.option('InspectorStoreMegabytes', 16);
    await scene.rule();
    const ids = [await recorded(), await recorded(), await recorded()];
    await setAll('size_bytes = 8000000');
    await runJob();
    const statuses = [];
    for (const id of ids) statuses.push((await scene.read(id)).status);
    expect(statuses).toEqual([404, 200, 200]);
    await scene.app.make.option('InspectorStoreMegabytes', 256);
  });

  it('loses the calls of a user who is deleted', async () => {
    const leaver = await scene.app.make.signedIn({ quota: 1_000_000 });
    const { secret } = await scene.app.make.token(leaver);
    await scene.rule();
    const stays = await recorded();
    const answer = await scene.post('/v1/chat/completions', chat(), { authorization: `Bearer ${secret}` });
    const { id } = await askedOf(answer);
    await scene.content(id);
    await must(scene.app.root.post('/api/user/manage', { id: leaver.user?.id, action: 'delete' }));
    expect((await scene.read(id)).status).toBe(404);
    await eventually(scene.count, count => count === 1);
    expect((await scene.read(stays)).status).toBe(200);
  });

  it('is emptied by root, with a row in the log', async () => {
    await scene.rule();
    await recorded();
    expect(await must(scene.app.root.delete<number>('/api/inspector/store'))).toBe(1);
    expect(await scene.count()).toBe(0);
    const rows = await must(
      scene.app.root.get<{ items: { content: string }[] }>('/api/log/?p=1&page_size=5&type=3&username=root'),
    );
    expect(rows.items[0]?.content).toBe('removed the recorded content of 1 calls');
  });

  it('lists calls without their contents', async () => {
    await scene.rule();
    const id = await recorded();
    const store = await must(
      scene.app.root.get<{ calls: Record<string, unknown>[]; bytes: number; bytes_max: number }>(
        '/api/inspector/store',
      ),
    );
    expect(store.calls[0]).toMatchObject({ request_id: id, user_id: scene.ownerId, status: 200, has_failed: false });
    expect(store.bytes).toBe(store.calls[0]?.bytes);
    expect(store.bytes_max).toBe(256 * 1024 * 1024);
    expect(JSON.stringify(store)).not.toContain('Say hello');
  });
});

describe('rules', () => {
  const refusal = async (fields: object) =>
    (await scene.app.root.post('/api/inspector/rule', { hours: 1, ...fields })).body.message;

  it.each([
    ['a user who is not there', { user_id: 999_999 }, 'there is no user 999999'],
    ['a key that is not there', { token_id: 999_999 }, 'there is no such key 999999'],
    ['a channel that is not there', { channel_id: 999_999 }, 'there is no channel 999999'],
    ['no time', { hours: 0 }, 'hours must not be less than 1'],
    ['too long a time', { hours: 169 }, 'hours must not be greater than 168'],
    ['no share', { per_mille: 0 }, 'per_mille must not be less than 1'],
    ['more than all', { per_mille: 1001 }, 'per_mille must not be greater than 1000'],
    ['a long note', { note: 'a'.repeat(201) }, 'note must be shorter than or equal to 200 characters'],
  ])('with %s are refused', async (_name, fields, sentence) => {
    expect(await refusal(fields)).toContain(sentence);
    expect(await must(scene.app.root.get('/api/inspector/rule'))).toEqual([]);
  });

  it('with a key of another user than the named one are refused', async () => {
    expect(await refusal({ token_id: scene.tokenId, user_id: scene.app.user.user?.id })).toContain('no such key');
  });

  it('are at most fifty, and end one by one', async () => {
    for (let at = 0; at < 50; at++) await scene.rule({ model_name: `model-${at}` });
    expect(await refusal({})).toBe('there are 50 rules already; end one first');
    const [first] = await must(scene.app.root.get<{ id: number }[]>('/api/inspector/rule'));
    await must(scene.app.root.delete(`/api/inspector/rule/${first?.id}`));
    expect(await refusal({})).toBe('');
    expect((await scene.app.root.delete(`/api/inspector/rule/${first?.id}`)).body.success).toBe(false);
  });

  it('are for root alone, and not while recording is off', async () => {
    expect((await scene.app.admin.post('/api/inspector/rule', { hours: 1 })).body.success).toBe(false);
    await scene.app.make.option('InspectorEnabled', false);
    expect(await refusal({})).toContain('recording of calls is switched off');
    await scene.app.make.option('InspectorEnabled', true);
  });

  it('keep their note from the users whose calls are recorded', async () => {
    await scene.rule({ user_id: scene.ownerId, note: 'suspected of CANARY' });
    const [rule] = await must(scene.app.root.get<Record<string, unknown>[]>('/api/inspector/rule'));
    expect(rule).toMatchObject({ note: 'suspected of CANARY', created_by: 'root', is_own: false });
    const notices = await scene.owner.get('/api/inspector/notices');
    const log = await scene.owner.get('/api/log/self/?p=1&page_size=20');
    expect(notices.text + log.text).not.toContain('CANARY');
  });
});

describe('the owner of a key', () => {
  const own = (token: number, hours = 1) => scene.owner.post('/api/inspector/own', { token_id: token, hours });
  const notices = async () =>
    (await must(scene.owner.get<{ notices: Notice[]; may_record: boolean }>('/api/inspector/notices'))).notices;

  beforeEach(() => scene.app.make.option('InspectorOwnersMayRecord', true));

  it('records the own key for a time, reads it, and ends it', async () => {
    await must(own(scene.tokenId));
    await must(own(scene.tokenId, 2));
    expect(await notices()).toMatchObject([{ token_id: scene.tokenId, is_own: true }]);
    const { id, headers } = await scene.ask();
    expect(headers.get('x-sluice-recorded')).toBe('true');
    await scene.content(id);
    expect((await scene.read(id, scene.owner)).status).toBe(200);
    await must(scene.owner.delete(`/api/inspector/own/${scene.tokenId}`));
    expect((await scene.ask()).headers.has('x-sluice-recorded')).toBe(false);
    expect((await scene.owner.delete(`/api/inspector/own/${scene.tokenId}`)).body.success).toBe(false);
    const log = await must(scene.owner.get<{ items: { content: string }[] }>('/api/log/self/?p=1&page_size=5&type=3'));
    expect(log.items[0]?.content).toMatch(/^ended the recording of calls of key /);
  });

  it('cannot record the key of somebody else, nor longer than a day, nor where the site does not let users', async () => {
    const stranger = await scene.app.make.token(scene.app.user);
    expect((await own(stranger.id)).body.message).toContain('no such key');
    expect((await own(scene.tokenId, 25)).body.message).toContain('hours must not be greater than 24');
    await must(own(scene.tokenId));
    await scene.app.make.option('InspectorOwnersMayRecord', false);
    expect((await own(scene.tokenId)).body.message).toContain('does not let users record');
    expect(await notices()).toEqual([]);
    expect((await scene.ask()).headers.has('x-sluice-recorded')).toBe(false);
    await scene.app.make.option('InspectorOwnersMayRecord', true);
    await must(scene.owner.delete(`/api/inspector/own/${scene.tokenId}`));
  });

  it('is told of the rules of root that fit the own calls, and of no others', async () => {
    await scene.rule({ user_id: scene.app.user.user?.id });
    await scene.rule({ per_mille: 10 });
    await scene.rule({ token_id: scene.tokenId, only_failures: true });
    expect(await notices()).toMatchObject([
      { token_id: 0, is_own: false, per_mille: 10 },
      { token_id: scene.tokenId, is_own: false, only_failures: true },
    ]);
  });
});

it('says in the status of the site whether calls may be recorded', async () => {
  const status = async () => (await must(scene.app.guest.get<{ inspector: boolean }>('/api/status'))).inspector;
  expect(await status()).toBe(true);
  await scene.app.make.option('InspectorEnabled', false);
  expect(await status()).toBe(false);
  await scene.app.make.option('InspectorEnabled', true);
});
