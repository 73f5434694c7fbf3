import { AccountKind, Ledger } from '@billing';
import { Role, TeamRole, type TeamTransfer } from '@contracts';
import { AppError, isAppError, randomUuid } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options, saidQuota } from '@option';
import { Database, UnitOfWork, type Actor } from '@platform';
import { UserStore } from '@user';
import { TeamAccesses } from '../rules/team-access';
import { TeamStore } from '../store/team.store';
import { type Team } from '../store/team.entity';
import { TeamRecord } from './team-record';

/** Teams whose rests one run of the job returns. */
const RESTS_PER_RUN = 100;

/** Money that goes into wallets of teams and out of them; each way is one movement of the ledger. */
@Injectable()
export class TeamWallet {
  constructor(
    private readonly database: Database,
    private readonly store: TeamStore,
    private readonly accesses: TeamAccesses,
    private readonly users: UserStore,
    private readonly ledger: Ledger,
    private readonly record: TeamRecord,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Moves money: managers and the owner from their own wallets, the owner or an administrator back to the owner, and an
   * administrator as a gift.
   *
   * @throws AppError TEAM_DENIED, AUTH_FORBIDDEN for a gift, LEDGER_INSUFFICIENT
   */
  async move(actor: Actor, teamId: number, { kind, quota }: TeamTransfer): Promise<void> {
    const least = kind === 'withdraw' ? TeamRole.Owner : TeamRole.Manager;
    const { team, member } = await this.accesses.of(actor, teamId, least);
    if (kind === 'grant' && actor.role < Role.Admin) throw new AppError('AUTH_FORBIDDEN');
    if (kind === 'deposit' && (member?.role ?? TeamRole.Member) < TeamRole.Manager) throw new AppError('TEAM_DENIED');
    const from = kind === 'deposit' ? { kind: AccountKind.User, id: actor.id } : { kind: AccountKind.Team, id: teamId };
    if (kind !== 'grant') await this.ledger.callBack(from.kind, from.id);
    const units = kind === 'withdraw' ? -quota : quota;
    await this.unitOfWork.run(async manager => {
      const { name, ownerId } = await this.store.lock(manager, teamId);
      const userId = kind === 'withdraw' ? ownerId : actor.id;
      const sourceId = `team:${teamId}:${kind}:${randomUuid()}`;
      const wallet = kind === 'grant' ? {} : { userId, userAmount: -units };
      await this.ledger.book(manager, { sourceId, kind: 'team', ...wallet, teamId, teamAmount: units });
      const amount = saidQuota(quota, this.options.current);
      const said = { key: `team_${kind}`, amount, team: name } as const;
      const about = kind === 'withdraw' ? await this.ownerOf(team) : undefined;
      await this.record.write(manager, { actor, teamId, said, movement: sourceId, ...(about && { about }) });
    });
  }

  /** Gives what is left of a deleted team to its owner; what running calls have reserved follows when they end. */
  async returnRest({ id: teamId, ownerId }: Pick<Team, 'id' | 'ownerId'>): Promise<void> {
    await this.ledger.callBack(AccountKind.Team, teamId);
    await this.unitOfWork.run(async manager => {
      const rest = await this.ledger.lockedBalance(manager, AccountKind.Team, teamId);
      if (rest <= 0) return;
      const sourceId = `team:${teamId}:rest:${randomUuid()}`;
      const amounts = { userId: ownerId, userAmount: rest, teamId, teamAmount: -rest };
      await this.ledger.book(manager, { sourceId, kind: 'team', ...amounts });
    });
  }

  /** Returns what has come back to wallets of deleted teams since; runs as a job on one node. */
  async returnRests(): Promise<void> {
    const rows: Record<'id' | 'owner_id', number | string>[] = await this.database.read.query(
      `SELECT t.id AS id, t.owner_id AS owner_id FROM teams AS t
       JOIN accounts AS a ON a.kind = ${AccountKind.Team} AND a.owner_id = t.id
       WHERE t.deleted_at_ms IS NOT NULL AND (a.balance > 0 OR a.leased > 0) LIMIT ${RESTS_PER_RUN}`,
    );
    for (const row of rows) {
      try {
        await this.returnRest({ id: Number(row.id), ownerId: Number(row.owner_id) });
      } catch (error) {
        // The account has changed meanwhile; the next run finds it again.
        if (!isAppError(error, 'LEDGER_INSUFFICIENT')) throw error;
      }
    }
  }

  private async ownerOf({ ownerId }: Team): Promise<{ readonly userId: number; readonly username: string }> {
    const owner = await this.users.findEvenDeleted(ownerId);
    return { userId: ownerId, username: owner?.username ?? '' };
  }
}
