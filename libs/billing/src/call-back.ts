import { randomText, ALPHANUMERIC } from '@kernel';
import { type ChangeNotices, type Database } from '@platform';
import { type AccountKindValue } from './account';
import { type AccountOwner } from './ledger-operation';

/** How long a call waits for other nodes to give back what they do not need. */
const ANSWER_LIMIT_MS = 400;
const ID_LENGTH = 12;

const CALLED_BACK = 'lease.calledBack';
const GIVEN_BACK = 'lease.givenBack';

/** What this node does when another one calls the leases of an account back. */
interface Giver {
  /** The name under which this node has leases now. */
  readonly holderId: () => string;
  readonly release: (owner: AccountOwner) => Promise<void>;
}

/**
 * Calls leases back: every node that has units of an account on lease gives back what it has not reserved, and says so.
 * Without Redis there is no other node to ask.
 */
export class CallBack {
  /** Holders whose answers are waited for, by the id of the question. */
  private readonly open = new Map<string, { readonly missing: Set<string>; readonly done: () => void }>();

  constructor(
    private readonly database: Database,
    private readonly notices: ChangeNotices,
    private readonly giver: Giver,
  ) {
    notices.subscribe(CALLED_BACK, detail => {
      this.answer(detail).catch(() => undefined); // whoever asked waits for a bounded time only
    });
    notices.subscribe(GIVEN_BACK, detail => this.noteAnswer(detail));
  }

  /** Resolves when every other holder has answered, or after a bounded time. @throws errors of the database */
  async ask({ kind, ownerId }: AccountOwner): Promise<void> {
    const rows: { holder_id: string }[] = await this.database.read
      .createQueryBuilder()
      .select('holder_id', 'holder_id')
      .from('account_leases', 'lease')
      .where('kind = :kind AND owner_id = :ownerId AND amount > 0', { kind, ownerId })
      .getRawMany();
    const missing = new Set(rows.map(row => row.holder_id).filter(id => id !== this.giver.holderId()));
    if (missing.size === 0) return;
    const id = randomText(ID_LENGTH, ALPHANUMERIC);
    await new Promise<void>(resolve => {
      const limit = setTimeout(resolve, ANSWER_LIMIT_MS);
      const done = () => {
        clearTimeout(limit);
        resolve();
      };
      this.open.set(id, { missing, done });
      this.notices.publish(CALLED_BACK, [id, kind, ownerId].join(' ')).catch(done);
    });
    this.open.delete(id);
  }

  private async answer(detail: string | null): Promise<void> {
    const [id = '', kind, ownerId] = (detail ?? '').split(' ');
    if (id === '' || this.open.has(id)) return; // a lost notice, or this node's own question
    const holderId = this.giver.holderId();
    try {
      await this.giver.release({ kind: Number(kind) as AccountKindValue, ownerId: Number(ownerId) });
    } finally {
      await this.notices.publish(GIVEN_BACK, [id, holderId].join(' '));
    }
  }

  private noteAnswer(detail: string | null): void {
    const [id = '', holderId = ''] = (detail ?? '').split(' ');
    const question = this.open.get(id);
    if (!question?.missing.delete(holderId)) return;
    if (question.missing.size === 0) question.done();
  }
}
