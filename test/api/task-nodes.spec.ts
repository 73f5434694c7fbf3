import { TaskPlatforms, TaskRounds } from '@task';
import { describeWith } from '../support/servers/databases';
import { Nodes, sharedSecrets } from '../support/servers/nodes';
import { accepted, ScriptedPlatform, startTaskScene, type TaskScene } from '../support/scenes/task-scene';

const TASKS = 60;
const START = 10_000_000;

describe.each(['postgres', 'mysql'] as const)('on %s', dialect => {
  describeWith(dialect, 'tasks of two nodes that know nothing of each other', () => {
    let nodes: Nodes;
    let scene: TaskScene;
    let other: ScriptedPlatform;

    beforeAll(async () => {
      nodes = await Nodes.start(dialect, sharedSecrets);
      scene = await startTaskScene(nodes.first, START);
      other = new ScriptedPlatform();
      nodes.second.nest.get(TaskPlatforms).register(other);
    });
    afterAll(() => nodes?.close());

    const rounds = () => [nodes.first, nodes.second].map(node => node.nest.get(TaskRounds));
    const asked = () => [...scene.platform.polls, ...other.polls].flatMap(({ ids }) => ids);

    it('are each polled by one node, and paid back once when both nodes learn of their end', async () => {
      for (let at = 0; at < TASKS; at++) await scene.submit(accepted(`node-${at}`));
      for (let at = 0; at < TASKS; at++) {
        for (const platform of [scene.platform, other]) {
          platform.reports.set(`node-${at}`, { status: 'FAILURE', failReason: 'no' });
        }
      }
      await scene.age({ dueAtMs: 1 });
      await Promise.all([...rounds(), ...rounds()].map(round => round.run(60_000)));
      const ids = asked();
      expect(ids).toHaveLength(TASKS);
      expect(new Set(ids).size).toBe(TASKS);
      expect((await scene.rows()).every(row => row.status === 'FAILURE' && row.isRefunded)).toBe(true);
      expect(await scene.balance()).toMatchObject({ quota: START, used_quota: 0 });
      expect((await nodes.first.verifyLedger()).differences).toEqual([]);
    });

    it('are taken over from a node that died while it polled', async () => {
      const { task } = await scene.submit(accepted('orphan'));
      await scene.age({ dueAtMs: 1 });
      const before = asked().length;
      let wake: () => void = () => undefined;
      scene.platform.onPoll = () => new Promise<void>(resolve => (wake = resolve));
      const [first, second] = rounds();
      await first?.run(50);
      expect(asked()).toHaveLength(before + 1);
      // The polling node keeps others away only as long as its lease lasts.
      expect(await second?.run(60_000)).toBe(0);
      await scene.age({ dueAtMs: Date.now() - 1 });
      other.reports.set('orphan', { status: 'FAILURE', failReason: 'no' });
      expect(await second?.run(60_000)).toBe(1);
      expect(await scene.row(task?.id)).toMatchObject({ status: 'FAILURE', isRefunded: true });
      // The first node was not dead after all, and comes late with another state.
      scene.platform.reports.set('orphan', { status: 'SUCCESS' });
      wake();
      await first?.whenIdle();
      expect(await scene.row(task?.id)).toMatchObject({ status: 'FAILURE' });
      expect(await scene.balance()).toMatchObject({ quota: START, used_quota: 0 });
    });
  });
});
