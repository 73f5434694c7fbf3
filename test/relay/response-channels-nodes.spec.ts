import { Ledger } from '@billing';
import { ChannelCatalog } from '@channel';
import { type TestClient } from '../support/clients/client';
import { DIALECTS, describeWith } from '../support/servers/databases';
import { Nodes } from '../support/servers/nodes';
import { responseIdIn, StoringUpstream } from '../support/fakes/stored-responses';
import { type TestApp } from '../support/servers/test-app';

describe.each(DIALECTS.filter(dialect => dialect !== 'sqlite'))('on %s', dialect => {
  describeWith(dialect, 'two nodes', () => {
    let nodes: Nodes;
    let accounts: readonly StoringUpstream[];
    let owner: TestClient;
    let key: string;

    beforeAll(async () => {
      accounts = [await StoringUpstream.start('one'), await StoringUpstream.start('two')];
      nodes = await Nodes.start(dialect);
      for (const { url } of accounts) await nodes.first.make.channel({ base_url: url, models: 'gpt-5' });
      await nodes.second.nest.get(ChannelCatalog).refresh();
      owner = await nodes.first.make.signedIn({ quota: 10_000_000 });
      key = (await nodes.first.make.token(owner)).secret;
    });
    afterAll(async () => {
      await nodes.close();
      await Promise.all(accounts.map(account => account.close()));
    });

    const ask = (app: TestApp, fields: object = {}): Promise<Response> =>
      fetch(`${app.url}/v1/responses`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ model: 'gpt-5', input: 'And then?', ...fields }),
      });

    it.each([false, true])(
      'lead a call that follows a response to its channel, whichever node handled the response (stream: %s)',
      async stream => {
        const served = new Set<string>();
        for (let round = 0; round < 20; round++) {
          const here = nodes.of(round);
          const id = responseIdIn(await (await ask(here, { stream })).text());
          await here.nest.get(Ledger).whenIdle();
          const followed = await ask(nodes.of(round + 1), { previous_response_id: id, stream });
          const next = responseIdIn(await followed.text());
          const account = id.replace(/\d+$/, '');
          expect([followed.status, next.replace(/\d+$/, '')]).toEqual([200, account]);
          served.add(account);
        }
        expect(served.size).toBe(2);
      },
    );
  });
});
