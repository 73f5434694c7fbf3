import { ChannelCatalog } from '@channel';
import { readLogSentence } from '@contracts';
import { type AppError } from '@kernel';
import { Database } from '@platform';
import { TaskEntity, TaskRounds, type TaskRow } from '@task';
import { unitsFromReceipt } from '@pricing';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { otherOf } from '../support/scenes/relay-scene';
import { accepted, refusedBy, startTaskScene, type TaskScene } from '../support/scenes/task-scene';
import { startTestApp, type TestApp } from '../support/servers/test-app';

/** A price of 0.1 currency units. */
const PRICE = 50_000;
const START = 10_000_000;

describe('the engine of asynchronous tasks', () => {
  let app: TestApp;
  let scene: TaskScene;
  const round = () => app.nest.get(TaskRounds).run();
  const due = () => scene.age({ dueAtMs: 1 });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'nothing was thrown',
      (error: unknown) => (error as AppError).code,
    );

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    scene = await startTaskScene(app, START);
  });
  afterEach(async () => {
    await scene.age({ dueAtMs: Number.MAX_SAFE_INTEGER }); // the rounds of later tests leave open tasks of this one alone
    await must(app.root.delete(`/api/channel/${scene.channelId}`)).catch(() => undefined);
    expect((await app.verifyLedger()).differences).toEqual([]);
  });

  describe('submission', () => {
    it('charges an accepted task once, with a row, a log row and a receipt of the same amount', async () => {
      const { task, isExisting } = await scene.submit(accepted('a-1'));
      expect(isExisting).toBe(false);
      expect(task).toMatchObject({ taskId: 'a-1', status: 'SUBMITTED', quota: PRICE, channelId: scene.channelId });
      expect(await scene.balance()).toMatchObject({ quota: START - PRICE, used_quota: PRICE, request_count: 1 });
      expect(await scene.tokenLeft()).toMatchObject({ remain_quota: START - PRICE, used_quota: PRICE });
      const [log, ...others] = await scene.logs(2);
      expect(others).toEqual([]);
      expect(log).toMatchObject({ quota: PRICE, model_name: 'suno_music' });
      expect(log && unitsFromReceipt(otherOf(log).receipt)).toBe(PRICE);
      expect(log?.content).toBe('model price 0.1, group ratio 1.00, MUSIC task a-1');
      expect(log && readLogSentence(otherOf(log).said, 'en')).toBe(log?.content);
    });

    it('keeps a refused task in the list with its reason, and charges nothing', async () => {
      const { outcome, task } = await scene.submit(refusedBy({ code: 24 }));
      expect([outcome.kind, task]).toEqual(['refused', null]);
      expect(await scene.rows()).toMatchObject([
        { status: 'FAILURE', progress: '100%', failReason: 'the upstream said no', code: 24, quota: 0, isOpen: false },
      ]);
      expect(await scene.balance()).toMatchObject({ quota: START, used_quota: 0 });
      expect((await scene.logs(5)).map(log => log.content)).toEqual(['the upstream said no']);
    });

    it('closes the row and gives the reservation back when the call breaks', async () => {
      await expect(scene.submit(() => Promise.reject(new Error('our own fault')))).rejects.toThrow('our own fault');
      expect(await scene.rows()).toMatchObject([{ status: 'FAILURE', quota: 0, isOpen: false }]);
      expect(await scene.balance()).toMatchObject({ quota: START, used_quota: 0 });
    });

    it('tries another channel only when the first one certainly did not accept', async () => {
      const second = await app.make.channel({ type: 36, models: 'suno_music', base_url: 'http://127.0.0.1:9' });
      await app.make.option('RetryTimes', '1');
      const asked: number[] = [];
      const busyOnce = (attempt: { channel: { id: number } }) => {
        asked.push(attempt.channel.id);
        return Promise.resolve(
          asked.length === 1 ? refusedBy({ mayRetry: true, failureKind: 'busy' }) : accepted('r-1'),
        );
      };
      const { task } = await scene.submit(busyOnce);
      expect(new Set(asked)).toEqual(new Set([scene.channelId, second]));
      expect(task?.channelId).toBe(asked[1]);
      asked.length = 0;
      await scene.submit(({ channel }) => {
        asked.push(channel.id);
        return Promise.resolve(refusedBy({ failureKind: 'broken' }));
      });
      expect(asked).toHaveLength(1);
      await must(app.root.delete(`/api/channel/${second}`));
      await app.make.option('RetryTimes', '0');
    });

    it('refuses before any upstream call: no money, no price, no channel, a key without the model', async () => {
      const ask = jest.fn();
      const poor = await startTaskScene(app, PRICE - 1);
      expect(await codeOf(poor.submit(ask))).toMatch(/^RELAY_(USER|TOKEN)_QUOTA/);
      const free = { prices: [{ model: 'a-song-nobody-priced', factor: 1 }], defaultPrice: null };
      expect(await codeOf(scene.submit(ask, free))).toBe('RELAY_PRICE_UNKNOWN');
      expect(await codeOf(scene.submit(ask, { models: ['suno_lyrics'] }))).toBe('RELAY_MODEL_UNSERVED');
      expect(await codeOf(scene.submit(ask, { accepts: () => false }))).toBe('RELAY_MODEL_UNSERVED');
      const limited = { ...scene.caller, modelLimits: new Set(['gpt-4o']) };
      expect(await codeOf(scene.submit(ask, { caller: limited }))).toBe('RELAY_MODEL_DENIED');
      expect(ask).not.toHaveBeenCalled();
      expect(await scene.rows()).toEqual([]);
      await must(app.root.delete(`/api/channel/${poor.channelId}`));
    });

    it.each([
      [
        'the first name with a price',
        [
          { model: 'nobody-priced-this', factor: 9 },
          { model: 'suno_lyrics', factor: 1 },
        ],
        5_000,
      ],
      ['a factor', [{ model: 'suno_music', factor: 3.5 }], 175_000],
      ['the default where no name has a price', [{ model: 'nobody-priced-this', factor: 2 }], 100_000],
    ])('charges %s', async (_name, prices, units) => {
      const { task } = await scene.submit(accepted(`p-${units}`), { prices });
      expect(task?.quota).toBe(units);
      expect(await scene.balance()).toMatchObject({ quota: START - units });
    });

    it('stores a free task without a charge', async () => {
      const { task } = await scene.submit(accepted('free', { isFree: true }));
      expect(task?.quota).toBe(0);
      expect(await scene.balance()).toMatchObject({ quota: START, used_quota: 0 });
    });

    it('stores a task that is finished at once as finished', async () => {
      const { task } = await scene.submit(
        accepted('', { report: { status: 'SUCCESS', data: ['https://a.example/b.png'] } }),
      );
      expect(task).toMatchObject({ status: 'SUCCESS', progress: '100%', isOpen: false, quota: PRICE });
      expect(await round()).toBe(0);
    });

    it('pays back a task that fails in the response that accepts it', async () => {
      const { task } = await scene.submit(accepted('f-1', { report: { status: 'FAILURE', failReason: 'bad words' } }));
      expect(await scene.row(task?.id)).toMatchObject({ status: 'FAILURE', failReason: 'bad words', isRefunded: true });
      expect(await scene.balance()).toMatchObject({ quota: START, used_quota: 0 });
    });
  });

  describe('ids of the upstream', () => {
    it('charges nothing for a task that the same user submitted before', async () => {
      const first = await scene.submit(accepted('same'));
      const second = await scene.submit(accepted('same'));
      expect(second).toMatchObject({ isExisting: true, task: { id: first.task?.id } });
      expect(await scene.rows()).toHaveLength(1);
      expect(await scene.balance()).toMatchObject({ quota: START - PRICE, request_count: 1 });
    });

    it('charges once when two submissions come back with one id at the same moment', async () => {
      const results = await Promise.all(Array.from({ length: 10 }, () => scene.submit(accepted('twins'))));
      expect(results.filter(({ isExisting }) => !isExisting)).toHaveLength(1);
      expect(await scene.rows()).toHaveLength(1);
      expect(await scene.balance()).toMatchObject({ quota: START - PRICE });
    });

    it('refuses an id of another user’s task', async () => {
      await scene.submit(accepted('mine'));
      const stranger = await app.make.signedIn({ quota: START });
      const token = await app.make.token(stranger);
      const caller = { ...scene.caller, userId: stranger.user?.id ?? 0, tokenId: token.id };
      expect(await codeOf(scene.submit(accepted('mine'), { caller }))).toBe('TASK_REFUSED');
      expect(await must(stranger.get('/api/user/self'))).toMatchObject({ quota: START });
    });

    it('refuses an id that cannot be stored', async () => {
      expect(await codeOf(scene.submit(accepted('x'.repeat(192))))).toBe('TASK_REFUSED');
      expect(await scene.balance()).toMatchObject({ quota: START });
    });

    it('continues a dialog under its own row, and pays all of it back when it fails', async () => {
      const { task } = await scene.submit(accepted('dialog', { report: { status: 'MODAL' } }));
      const parent = task as TaskRow;
      const more = { parent, mayContinueParent: true, action: 'CONCAT', properties: { prompt: 'more' } };
      const { task: same } = await scene.submit(accepted('dialog'), more);
      expect(same).toMatchObject({ id: parent.id, action: 'CONCAT', quota: 2 * PRICE, status: 'SUBMITTED' });
      scene.platform.reports.set('dialog', { status: 'FAILURE', failReason: 'no' });
      await due();
      await round();
      expect(await scene.rows()).toMatchObject([{ status: 'FAILURE', isRefunded: true }]);
      expect(await scene.balance()).toMatchObject({ quota: START, used_quota: 0 });
    });

    it('continues a task only at its channel', async () => {
      const { task } = await scene.submit(accepted('origin'));
      const other = await app.make.channel({
        type: 36,
        models: 'suno_music',
        base_url: 'http://127.0.0.1:9',
        priority: 9,
      });
      const asked: number[] = [];
      const follow = () =>
        scene.submit(
          ({ channel }) => {
            asked.push(channel.id);
            return Promise.resolve(refusedBy({ mayRetry: true }));
          },
          { parent: task },
        );
      await follow();
      expect(asked).toEqual([scene.channelId]);
      await must(app.root.put('/api/channel/', { id: scene.channelId, status: 2 }));
      await app.nest.get(ChannelCatalog).refresh();
      expect(await codeOf(follow())).toBe('TASK_CHANNEL_DISABLED');
      await must(app.root.delete(`/api/channel/${scene.channelId}`));
      await app.nest.get(ChannelCatalog).refresh();
      expect(await codeOf(follow())).toBe('TASK_CHANNEL');
      await must(app.root.delete(`/api/channel/${other}`));
    });
  });

  describe('rounds', () => {
    it('take over the states of the upstream, never backwards, and stop at the end', async () => {
      const { task } = await scene.submit(accepted('s-1'));
      const tell = async (report: Parameters<typeof scene.platform.reports.set>[1]) => {
        scene.platform.reports.set('s-1', report);
        await due();
        await round();
        return scene.row(task?.id);
      };
      expect(await tell({ status: 'IN_PROGRESS', progress: '40%', data: { a: 1 } })).toMatchObject({
        status: 'IN_PROGRESS',
        progress: '40%',
        data: '{"a":1}',
      });
      expect(await tell({ status: 'IN_PROGRESS', progress: '10%' })).toMatchObject({ progress: '40%' });
      expect(await tell({ status: 'SUBMITTED' })).toMatchObject({ status: 'IN_PROGRESS' });
      expect(await tell({ status: 'IN_PROGRESS', progress: '100%' })).toMatchObject({ progress: '99%', isOpen: true });
      expect(await tell({ status: 'SUCCESS' })).toMatchObject({ status: 'SUCCESS', progress: '100%', isOpen: false });
      const asked = scene.platform.polls.length;
      expect(await tell({ status: 'FAILURE' })).toMatchObject({ status: 'SUCCESS', isRefunded: false });
      expect(scene.platform.polls).toHaveLength(asked);
      expect(await scene.balance()).toMatchObject({ quota: START - PRICE });
    });

    it('poll many tasks with few calls, and skip tasks that are not due', async () => {
      for (let at = 0; at < 25; at++) await scene.submit(accepted(`b-${at}`));
      await round();
      expect(scene.platform.polls).toEqual([]);
      scene.platform.batchMax = 10;
      await due();
      await round();
      expect(scene.platform.polls.map(({ ids }) => ids.length).sort()).toEqual([10, 10, 5]);
    });

    it('pay a failure back to the user, the key and the channel, with a log row', async () => {
      await scene.submit(accepted('g-1'));
      scene.platform.reports.set('g-1', { status: 'FAILURE', failReason: 'out of tune' });
      await due();
      await round();
      expect(await scene.balance()).toMatchObject({ quota: START, used_quota: 0 });
      expect(await scene.tokenLeft()).toMatchObject({ remain_quota: START, used_quota: 0 });
      const row = (await scene.logs(4)).find(log => log.content === 'song g-1 failed, $0.100000 quota given back');
      const amount = { key: 'quota_money', amount: '$0.100000' };
      expect(row && otherOf(row)).toEqual({
        task_id: 'g-1',
        refunded: PRICE,
        said: { key: 'task_refunded', work: { key: 'work_song' }, task: 'g-1', amount },
      });
    });

    it('wait for a task that the upstream does not name, and end it when its time is over', async () => {
      const { task } = await scene.submit(accepted('lost'));
      await due();
      await round();
      expect(await scene.row(task?.id)).toMatchObject({ status: 'SUBMITTED', isOpen: true });
      await scene.age({ dueAtMs: 1, submitTimeMs: Date.now() - scene.platform.limitMs - 1000 });
      await round();
      expect(await scene.row(task?.id)).toMatchObject({
        status: 'FAILURE',
        failReason: 'upstream task timeout (over 1 hour)',
        isRefunded: true,
      });
    });

    it('poll a silent channel less and less often, and still end its tasks in time', async () => {
      const { task } = await scene.submit(accepted('quiet'));
      scene.platform.onPoll = () => scene.platform.fail();
      const pauses: number[] = [];
      for (let at = 0; at < 3; at++) {
        await due();
        await round();
        pauses.push((await scene.row(task?.id)).dueAtMs - Date.now());
      }
      expect(pauses[1]).toBeGreaterThan((pauses[0] ?? 0) * 1.5);
      expect(pauses[2]).toBeGreaterThan((pauses[1] ?? 0) * 1.5);
      await scene.age({ dueAtMs: 1, submitTimeMs: 1 });
      await round();
      expect(await scene.row(task?.id)).toMatchObject({ status: 'FAILURE', isRefunded: true });
    });

    it('go on polling a channel that was disabled, and end the tasks of one that was deleted', async () => {
      const { task } = await scene.submit(accepted('c-1'));
      await must(app.root.put('/api/channel/', { id: scene.channelId, status: 2 }));
      scene.platform.reports.set('c-1', { status: 'IN_PROGRESS', progress: '5%' });
      await due();
      await round();
      expect(await scene.row(task?.id)).toMatchObject({ progress: '5%' });
      await must(app.root.delete(`/api/channel/${scene.channelId}`));
      await app.nest.get(ChannelCatalog).refresh();
      await due();
      await round();
      expect(await scene.row(task?.id)).toMatchObject({ status: 'FAILURE', isRefunded: true });
      expect(await scene.balance()).toMatchObject({ quota: START });
    });

    it('close submissions whose reservation is gone, and leave running ones alone', async () => {
      let finish: () => void = () => undefined;
      const running = scene.submit(async () => {
        await new Promise<void>(resolve => (finish = resolve));
        return accepted('late');
      });
      while ((await scene.rows()).length === 0) await new Promise(resolve => setTimeout(resolve, 10));
      await due();
      await round();
      expect(await scene.rows()).toMatchObject([{ status: '', isOpen: true }]);
      const [row] = await scene.rows();
      await scene.age({ dueAtMs: 1, requestId: 'a reservation that died with its node' });
      await round();
      expect(await scene.row(row?.id)).toMatchObject({ status: 'FAILURE', quota: 0, isRefunded: false });
      finish();
      expect(await codeOf(running)).toBe('TASK_STORE');
      expect(await scene.balance()).toMatchObject({ quota: START, used_quota: 0 });
    });

    it('leave tasks that another node polls to that node until its lease ends', async () => {
      await scene.submit(accepted('leased'));
      await due();
      let answer: () => void = () => undefined;
      scene.platform.onPoll = () => new Promise<void>(resolve => (answer = resolve));
      const first = app.nest.get(TaskRounds).run(50);
      await first;
      expect(await round()).toBe(0);
      const rows = await app.nest.get(Database).read.find(TaskEntity, { where: { userId: scene.userId } });
      expect((rows[0]?.dueAtMs ?? 0) - Date.now()).toBeGreaterThan(30_000);
      answer();
      await app.nest.get(TaskRounds).whenIdle();
      expect(scene.platform.polls).toHaveLength(1);
    });
  });

  describe('callers who fetch a task', () => {
    it('get its current state, and cause a poll at most every few seconds', async () => {
      const { task } = await scene.submit(accepted('look'));
      scene.platform.reports.set('look', { status: 'IN_PROGRESS', progress: '30%' });
      const look = async () => app.nest.get(TaskRounds).lookAgain([await scene.row(task?.id)]);
      expect(await look()).toMatchObject([{ progress: '30%' }]);
      await Promise.all(Array.from({ length: 20 }, look));
      expect(scene.platform.polls).toHaveLength(1);
      await scene.age({ askedAtMs: Date.now() - 4000 });
      await Promise.all(Array.from({ length: 20 }, look));
      expect(scene.platform.polls).toHaveLength(2);
    });
  });

  describe('failures that are reported in several ways at once', () => {
    it('are given back exactly once each: 200 tasks by poll, fetch and callback', async () => {
      await app.make.option('ServerAddress', 'https://gw.example');
      const count = 200;
      const secrets = new Map<string, string>();
      for (let at = 0; at < count; at++) {
        await scene.submit(({ callbackUrl }) => {
          secrets.set(`all-${at}`, callbackUrl?.split('/').at(-1) ?? '');
          return Promise.resolve(accepted(`all-${at}`));
        });
        scene.platform.reports.set(`all-${at}`, { status: 'FAILURE', failReason: 'no' });
      }
      expect(await scene.balance()).toMatchObject({ quota: START - count * PRICE });
      await due();
      const rounds = app.nest.get(TaskRounds);
      const rows = await scene.rows();
      const body = JSON.stringify({ report: { status: 'FAILURE', failReason: 'no' } });
      const callBack = (secret: string) => fetch(`${app.url}/task/notify/${secret}`, { method: 'POST', body });
      await Promise.all([
        rounds.run(60_000),
        rounds.run(60_000),
        ...rows.map(row => rounds.lookAgain([row])),
        ...[...secrets.values()].flatMap(secret => [callBack(secret), callBack(secret)]),
      ]);
      await rounds.whenIdle();
      // Where the database was too busy for one of so many at once, its task is open still, and the next round's.
      const openAfterAnotherRound = async (): Promise<number> => {
        await due();
        await rounds.run(60_000);
        await rounds.whenIdle();
        return (await scene.rows()).filter(row => row.isOpen).length;
      };
      await eventually(openAfterAnotherRound, open => open === 0, 60_000);
      const ended = await scene.rows();
      expect(ended.filter(row => row.status === 'FAILURE' && row.isRefunded)).toHaveLength(count);
      expect(await scene.balance()).toMatchObject({ quota: START, used_quota: 0 });
      expect(await scene.tokenLeft()).toMatchObject({ remain_quota: START, used_quota: 0 });
      await app.make.option('ServerAddress', '');
    });

    it('refuses a callback without the secret of a task', async () => {
      const answer = await fetch(`${app.url}/task/notify/nobody-knows-this`, { method: 'POST', body: '{}' });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'task_not_exist', data: null });
    });
  });
});
