import { VerificationCodes } from '@auth';
import { Database } from '@platform';
import { messageOf } from '../support/clients/accounts';
import { TestClient } from '../support/clients/client';
import { describeWith } from '../support/servers/databases';
import { freshEmail } from '../support/scenes/mail-scene';
import { Nodes } from '../support/servers/nodes';

const LINK_INVALID = 'the reset link is invalid or has expired';

describe.each(['postgres', 'mysql'] as const)('on %s', dialect => {
  describeWith(dialect, 'mailed codes of two nodes', () => {
    let nodes: Nodes;
    beforeAll(async () => {
      nodes = await Nodes.start(dialect);
    });
    afterAll(() => nodes?.close());

    const issue = (email: string, purpose: 'v' | 'r') =>
      nodes.first.nest.get(VerificationCodes).issue({ purpose, email });
    const reset = (call: number, email: string, token: string) =>
      new TestClient(nodes.of(call).url).post<string>('/api/user/reset', { email, token });

    it('give no further attempt when both nodes are used at once', async () => {
      const email = freshEmail();
      const token = await issue(email, 'r');
      const guesses = Array.from({ length: 20 }, (_, call) => reset(call, email, `${call}`.padStart(32, 'f')));
      expect(new Set(await Promise.all(guesses.map(messageOf)))).toEqual(new Set([LINK_INVALID]));
      const sql = `SELECT attempts FROM verification_codes WHERE code_key = '${email}'`;
      expect(await nodes.first.nest.get(Database).read.query(sql)).toEqual([{ attempts: 5 }]);
      expect(await nodes.second.nest.get(VerificationCodes).fits({ purpose: 'r', email, code: token })).toBe(false);
    });

    it('are used up once, and a link made by one node works on the other', async () => {
      const person = await nodes.first.make.user();
      const member = await new TestClient(nodes.first.url).signIn(person.username, person.password);
      const email = freshEmail();
      const path = `/api/oauth/email/bind?email=${email}&code=${await issue(email, 'v')}`;
      expect(await messageOf(member.get(path))).toBe('');
      const token = await issue(email, 'r');
      const answers = await Promise.all(Array.from({ length: 6 }, (_, call) => reset(call + 1, email, token)));
      const winners = answers.filter(answer => answer.body.success);
      expect(winners).toHaveLength(1);
      const password = winners[0]?.body.data ?? '';
      expect((await new TestClient(nodes.second.url).signIn(email, password)).user?.id).toBe(person.id);
    });
  });
});
