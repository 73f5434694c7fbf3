import { Delivery, Evaluator } from '@alert';
import { UnitOfWork, type DatabaseDialect } from '@platform';
import { must } from '../support/clients/factories';
import { AlertReceiver } from '../support/fakes/alert-receiver';
import { AlertScene } from '../support/scenes/alert-scene';
import { describeWith } from '../support/servers/databases';
import { Nodes } from '../support/servers/nodes';

const MINUTE_MS = 60_000;
const ROUNDS = 5;

// Without Redis nothing but the database keeps the nodes from each other's way.
describe.each<DatabaseDialect>(['postgres', 'mysql'])('alerts on %s', dialect => {
  describeWith(dialect, 'of two nodes', () => {
    let nodes: Nodes;
    let scene: AlertScene;
    beforeAll(async () => {
      nodes = await Nodes.start(dialect);
      scene = new AlertScene(nodes.first, await AlertReceiver.start());
    });
    afterAll(async () => {
      await scene?.receiver.close();
      await nodes?.close();
    });

    function both(work: (node: (typeof nodes.all)[number]) => Promise<unknown>): Promise<unknown> {
      return Promise.all(nodes.all.map(work));
    }

    it('are sent once, however often both look and send at the same moment', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await scene.clear();
        const webhook = await scene.addWebhook();
        for (let rule = 0; rule < 3; rule++) await scene.addRule([webhook], { name: `rule ${rule}`, for_minutes: 1 });
        for (const minutes of [0, 2, 3]) {
          const atMs = Date.now() + (round * 60 + minutes) * MINUTE_MS;
          await both(node => node.nest.get(Evaluator).run(atMs));
          await both(node => node.nest.get(Delivery).run(atMs));
        }
        const ids = scene.receiver.to('/hook').map(({ headers }) => headers['webhook-id']);
        expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
      }
    });

    it('that one node began are ended and told by the other', async () => {
      await scene.clear();
      await scene.addRule([await scene.addWebhook()]);
      const startMs = Date.now() + 20 * 60 * MINUTE_MS;
      await nodes.first.nest.get(Evaluator).run(startMs);
      await nodes.second.nest.get(Delivery).run(startMs);
      await nodes.first.nest.get(UnitOfWork).run(manager => manager.query('UPDATE users SET created_at_ms = 1'));
      await nodes.second.nest.get(Evaluator).run(startMs + 3 * MINUTE_MS);
      await nodes.first.nest.get(Delivery).run(startMs + 3 * MINUTE_MS);
      expect(scene.receiver.to('/hook').map(({ body }) => body.type)).toEqual(['alert.fired', 'alert.ended']);
      const rows = await must(nodes.second.root.get<{ state: string }[]>('/api/alert/'));
      expect(rows.map(({ state }) => state)).toEqual(['ended']);
    });
  });
});
