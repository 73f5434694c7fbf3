import { setTimeout as pause } from 'node:timers/promises';
import { type ImageTaskView } from '@contracts';
import { type TestClient } from '../support/clients/client';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { KilledServer } from '../support/servers/killed-server';
import { MidjourneyProxy } from '../support/fakes/task-upstreams';

const ROUNDS = Number(process.env.SLUICE_TASK_KILLS ?? 5);
const SUBMISSIONS = 24;
const START = 500_000_000;
/** 0.1 currency units. */
const PRICE = 50_000;
/** Longer than a row waits for its submission, and a round after that. */
const SWEEP_MS = 60_000;

/** Everything in the drawing log of a person, newest first. */
async function drawingsOf(person: TestClient): Promise<ImageTaskView[]> {
  const all: ImageTaskView[] = [];
  for (let page = 0; ; page++) {
    const rows = await must(person.get<ImageTaskView[]>(`/api/mj/self/?p=${page}`));
    all.push(...rows);
    if (rows.length < 10) return all;
  }
}

/** Resolves when so many were acknowledged, or nothing more will come. */
async function untilSome(acknowledged: ReadonlySet<string>, count: number, end: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void end.then(() => (hasEnded = true));
  while (acknowledged.size < count && !hasEnded) await pause(2);
}

describe('a server that is killed while drawings are submitted and asked about', () => {
  it(`never charges without a task, loses none, and lets none run forever, ${ROUNDS} times`, async () => {
    const proxy = await MidjourneyProxy.start({ secret: 'mj-secret' });
    // Whoever is asked says that nothing is finished, until this test decides.
    proxy.stagesOf = () => [{ status: 'IN_PROGRESS', progress: '10%' }];
    const server = await KilledServer.start();
    try {
      const { make } = server;
      await make.channel({ type: 2, key: 'mj-secret', models: 'mj_imagine', base_url: proxy.url });
      const person = await make.signedIn({ quota: START });
      const { secret } = await make.token(person, { unlimited_quota: false, remain_quota: START });
      const acknowledged = new Set<string>();
      const call = (path: string, body?: unknown) =>
        fetch(server.url + path, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }).then(answer => answer.json() as Promise<{ code?: number; result?: string }>);
      const submit = async (at: number) => {
        await pause(at * 4);
        const answer = await call('/mj/submit/imagine', { prompt: `image ${at}` });
        if (answer.code === 1 && answer.result) acknowledged.add(answer.result);
      };
      let cut = 0;
      for (let round = 1; round <= ROUNDS; round += 1) {
        proxy.delay('submit', Math.floor(Math.random() * 30));
        const known = [...acknowledged].slice(-SUBMISSIONS);
        for (const [at, id] of known.entries()) {
          if (at % 3 === 0) proxy.fail(id, 'out of paint');
          else if (at % 3 === 1) proxy.finish(id, { imageUrl: 'https://images.example/a.png' });
        }
        const work = [
          ...Array.from({ length: SUBMISSIONS }, (_, at) => submit(at)),
          ...known.map(async (id, at) => {
            await pause(at * 3);
            await call(`/mj/task/${id}/fetch`);
          }),
        ];
        const settled = Promise.allSettled(work);
        await untilSome(acknowledged, acknowledged.size + 1 + Math.floor(Math.random() * (SUBMISSIONS / 4)), settled);
        await pause(Math.random() * 20);
        await server.kill();
        cut += (await settled).filter(({ status }) => status === 'rejected').length;
        await server.startAgain();
      }
      // A kill that came after everything would prove nothing.
      expect(cut).toBeGreaterThanOrEqual(ROUNDS / 2);
      for (const id of proxy.ids) {
        if (proxy.task(id).fields.status === 'IN_PROGRESS') proxy.fail(id, 'the end of the test');
      }
      const rows = await eventually(
        async () => {
          await call('/mj/task/list-by-condition', { ids: [...acknowledged] });
          return drawingsOf(person);
        },
        found => found.every(row => row.status === 'SUCCESS' || row.status === 'FAILURE'),
        SWEEP_MS,
      );
      expect([...acknowledged].filter(id => !rows.some(row => row.mj_id === id))).toEqual([]);
      expect(rows.filter(row => row.quota > 0 && row.mj_id === '')).toEqual([]);
      const paid = rows.filter(row => row.status === 'SUCCESS');
      expect(paid.every(row => row.quota === PRICE)).toBe(true);
      expect(paid.length).toBeGreaterThan(0);
      expect(rows.filter(row => row.status === 'FAILURE' && row.quota > 0).length).toBeGreaterThan(0);
      // Holds of servers that died before they wrote a task down come back a little later.
      await eventually(
        () => must(person.get<{ quota: number; used_quota: number }>('/api/user/self')),
        ({ quota, used_quota }) => quota === START - paid.length * PRICE && used_quota === paid.length * PRICE,
        SWEEP_MS,
      );
      await server.stopWithEvenLedger();
    } finally {
      await server.dispose();
      await proxy.close();
    }
  }, 1_800_000);
});
