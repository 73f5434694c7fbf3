import { createMockUpstream, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { type InspectedCall } from '@contracts';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat } from '../support/scenes/relay-scene';
import { askedOf } from '../support/scenes/inspected-scene';
import { describeWith } from '../support/servers/databases';
import { Nodes, sharedByRedis } from '../support/servers/nodes';

describeWith('postgres', 'two nodes on one database', () => {
  describeWith('redis', 'with Redis between them', () => {
    let nodes: Nodes;
    let upstream: MockUpstream;
    let key: string;

    beforeAll(async () => {
      upstream = await createMockUpstream();
      nodes = await Nodes.start('postgres', sharedByRedis);
      const { first } = nodes;
      await first.make.channel({ base_url: upstream.url, models: 'gpt-4o-mini' });
      const person = await first.make.signedIn({ quota: 10_000_000 });
      key = (await first.make.token(person)).secret;
      await first.make.option('InspectorEnabled', true);
    });
    afterAll(async () => {
      await nodes.close();
      await upstream.close();
    });

    const askSecond = async () =>
      askedOf(
        await fetch(`${nodes.second.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify(chat()),
        }),
      );
    const isRecorded = async () => (await askSecond()).headers.has('x-sluice-recorded');

    it('follow a rule of the other within moments, show its calls, and follow the end of the rule', async () => {
      expect(await isRecorded()).toBe(false);
      await must(nodes.first.root.post('/api/inspector/rule', { hours: 1 }));
      await eventually(isRecorded, is => is, 2000);
      const { id } = await askSecond();
      const { body } = await eventually(
        () => nodes.first.root.get<InspectedCall>(`/api/inspector/call/${id}`),
        ({ status }) => status === 200,
      );
      expect(JSON.parse(body.data?.request.text ?? '')).toEqual(chat());
      const [rule] = await must(nodes.first.root.get<{ id: number }[]>('/api/inspector/rule'));
      await must(nodes.first.root.delete(`/api/inspector/rule/${rule?.id}`));
      await eventually(isRecorded, is => !is, 2000);
    });

    it('stop and forget when recording is switched off on the other', async () => {
      await must(nodes.first.root.post('/api/inspector/rule', { hours: 1 }));
      await eventually(isRecorded, is => is, 2000);
      await nodes.first.make.option('InspectorEnabled', false);
      await eventually(isRecorded, is => !is, 2000);
      const count = async () => (await must(nodes.second.root.get<{ total: number }>('/api/inspector/store'))).total;
      await eventually(count, total => total === 0);
    });
  });
});
