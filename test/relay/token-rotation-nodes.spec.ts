import { createMockUpstream, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { ChannelCatalog } from '@channel';
import { type TokenView } from '@contracts';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { describeWith, DIALECTS } from '../support/servers/databases';
import { Nodes, sharedByRedis } from '../support/servers/nodes';
import { type TestClient } from '../support/clients/client';
import { chat } from '../support/scenes/relay-scene';

const ROTATIONS = 3;
const CALLERS = 6;

/** A program that calls both nodes without a pause, and takes up a new key some time after it was made. */
class Program {
  readonly statuses: number[] = [];
  private isEnded = false;
  private readonly running: Promise<unknown>;

  constructor(
    private readonly nodes: Nodes,
    public secret: string,
  ) {
    this.running = Promise.all(Array.from({ length: CALLERS }, (_, at) => this.call(at)));
  }

  async end(): Promise<void> {
    this.isEnded = true;
    await this.running;
  }

  /** Waits until a number of further calls were answered. */
  async answered(count: number): Promise<void> {
    const wanted = this.statuses.length + count;
    await eventually(
      () => Promise.resolve(this.statuses.length),
      length => length >= wanted,
    );
  }

  private async call(at: number): Promise<void> {
    for (let round = at; !this.isEnded; round += 1) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${this.secret}` };
      const body = JSON.stringify(chat({ max_tokens: 5, stream: round % 3 === 0 }));
      const url = `${this.nodes.of(round).url}/v1/chat/completions`;
      const response = await fetch(url, { method: 'POST', headers, body });
      await response.text();
      this.statuses.push(response.status);
    }
  }
}

/** Two whole servers with one database and one Redis; a file of SQLite has one server. */
describe.each(DIALECTS)('on %s', dialect => {
  describeWith(dialect, 'the rotation of a key over nodes', () => {
    let nodes: Nodes;
    let upstream: MockUpstream;
    let owner: TestClient;

    beforeAll(async () => {
      upstream = await createMockUpstream();
      nodes = await Nodes.start(dialect, sharedByRedis);
      await nodes.first.make.channel({ base_url: upstream.url });
      for (const { nest } of nodes.all) await nest.get(ChannelCatalog).refresh();
      owner = await nodes.first.make.signedIn({ quota: 100_000_000 });
    });
    afterAll(async () => {
      await nodes.first.verifyLedger().then(({ differences }) => expect(differences).toEqual([]));
      await nodes.close();
      await upstream.close();
    });

    const rotate = (id: number, graceSeconds: number) =>
      must(owner.post<TokenView>(`/api/token/${id}/rotate`, { grace_seconds: graceSeconds, ends_previous: true }));

    it('fails no call of a program that takes up the new key within the grace', async () => {
      const token = await nodes.first.make.token(owner);
      const program = new Program(nodes, token.secret);
      await program.answered(20);
      for (let rotation = 0; rotation < ROTATIONS; rotation += 1) {
        const { key } = await rotate(token.id, 600);
        await program.answered(20);
        program.secret = `sk-${key}`;
        await program.answered(20);
      }
      await program.end();
      expect(program.statuses.length).toBeGreaterThanOrEqual(20 * (2 * ROTATIONS + 1));
      expect(program.statuses.filter(status => status !== 200)).toEqual([]);
    });

    it('ends the old key on every node at once when there is no grace', async () => {
      const token = await nodes.first.make.token(owner);
      const ask = async (at: number, secret: string): Promise<number> => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
        const url = `${nodes.of(at).url}/v1/chat/completions`;
        const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(chat()) });
        await response.text();
        return response.status;
      };
      expect([await ask(0, token.secret), await ask(1, token.secret)]).toEqual([200, 200]);
      const { key } = await rotate(token.id, 0);
      expect(await ask(0, token.secret)).toBe(401);
      await eventually(
        () => ask(1, token.secret),
        status => status === 401,
      );
      expect([await ask(0, `sk-${key}`), await ask(1, `sk-${key}`)]).toEqual([200, 200]);
    });
  });
});
