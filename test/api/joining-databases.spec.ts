import { type RegistrationCodeView } from '@contracts';
import { Options } from '@option';
import { Limiter, type DatabaseDialect } from '@platform';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { describeWith, dialectsOfRun } from '../support/servers/databases';
import { Nodes, sharedSecrets } from '../support/servers/nodes';

const PEOPLE = 12;
const USED = 'this registration code has been used up; ask for a new one';

/** SQLite serves one node; on the others, two nodes share the database and have no other connection. */
describe.each(dialectsOfRun())('registration codes on %s', (dialect: DatabaseDialect) => {
  describeWith(dialect, 'everybody at once', () => {
    let nodes: Nodes;
    beforeAll(async () => {
      nodes = await Nodes.start(dialect, sharedSecrets);
      for (const node of nodes.all) {
        const open = { isAllowed: true, remaining: 1, retryAfterMs: 0 };
        jest.spyOn(node.nest.get(Limiter), 'take').mockResolvedValue(open);
      }
      await nodes.first.make.option('RegisterCodeRequired', true);
      for (const node of nodes.all) await node.nest.get(Options).reload();
    });
    afterAll(async () => {
      jest.restoreAllMocks();
      const { differences } = await nodes.first.verifyLedger();
      await nodes.close();
      expect(differences).toEqual([]);
    });

    let round = 0;
    const crowd = (code: string) => {
      round += 1;
      return Promise.all(
        Array.from({ length: PEOPLE }, (_, at) =>
          new TestClient(nodes.of(at).url).post('/api/user/register', {
            username: `crowd-${round}-${at}`,
            password: 'password-1',
            registration_code: code,
          }),
        ),
      );
    };

    it.each([
      ['one use lets one in', 1],
      ['five uses let five in', 5],
    ])('%s', async (_what, usesMax) => {
      const [made] = await must(
        nodes.first.admin.post<RegistrationCodeView[]>('/api/registration_code/', {
          ...{ count: 1, uses_max: usesMax, quota: 100, group: 'vip' },
        }),
      );
      const answers = await crowd(made?.code ?? '');
      expect(answers.filter(({ body }) => body.success)).toHaveLength(usesMax);
      const refusals = new Set(answers.filter(({ body }) => !body.success).map(({ body }) => body.message));
      expect([...refusals]).toEqual([USED]);
      const [code] = await must(nodes.first.admin.get<RegistrationCodeView[]>('/api/registration_code/'));
      expect(code).toMatchObject({ id: made?.id, uses: usesMax });
      const uses = await must(
        nodes.first.admin.get<unknown[]>(`/api/registration_code/${made?.id}/uses?page_size=100`),
      );
      expect(uses).toHaveLength(usesMax);
    });

    it('one invitation to a team lets one in', async () => {
      const owner = await nodes.first.make.signedIn();
      const { id } = await must(owner.post<{ id: number }>('/api/team/', { name: 'Race' }));
      const { code } = await must(owner.post<{ code: string }>(`/api/team/${id}/invitation`, { role: 1 }));
      const answers = await crowd(code);
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
      const team = await must(owner.get<{ members: unknown[] }>(`/api/team/${id}`));
      expect(team.members).toHaveLength(2);
    });
  });
});

describe('guesses at registration codes', () => {
  it('count as attempts to sign in, and stop', async () => {
    const nodes = await Nodes.start('sqlite', { ...sharedSecrets, CRITICAL_REQUESTS_PER_WINDOW: '5' });
    try {
      await nodes.first.make.option('RegisterCodeRequired', true);
      const statuses: number[] = [];
      for (let guess = 0; guess < 8; guess += 1) {
        const path = `/api/oauth/state?registration_code=abcd-efgh-jkmn-pqr${2 + guess}`;
        statuses.push((await new TestClient(nodes.first.url).get(path)).status);
      }
      expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(3);
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await nodes.close();
    }
  });
});
