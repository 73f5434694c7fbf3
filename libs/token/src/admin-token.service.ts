import { Injectable } from '@nestjs/common';
import { AccountKind, emptyAccount, Ledger } from '@billing';
import {
  callLimitFields,
  TokenStatus,
  type AdminTokenChange,
  type AdminTokenQuery,
  type AdminTokenView,
  type LogSaying,
} from '@contracts';
import { AppError } from '@kernel';
import { ManagementLog, UnitOfWork, type Actor, type PageRequest } from '@platform';
import { checkedCallLimits, mayActOn, recordAbout, toCallLimitFields, UserStore } from '@user';
import { type EntityManager } from 'typeorm';
import { TokenChanges } from './token-changes';
import { toTokenFacts } from './token.mapper';
import { checkStatusEdit, isPast } from './token-rules';
import { TokenStore, type TokenChange, type TokenRow } from './token.store';

const DAY_MS = 86_400_000;
/** A number beyond all statuses, which the column can still hold: nothing is found by it. */
const STATUS_MAX = 1000;
/** The longest time without use that can be asked for. */
const UNUSED_DAYS_MAX = 36_500;

export interface AdminTokenPage {
  readonly rows: readonly AdminTokenView[];
  readonly total: number;
}

/** What administrators do with the tokens of others: see, limit, disable and revoke, under the rank rule. */
@Injectable()
export class AdminTokenService {
  constructor(
    private readonly tokens: TokenStore,
    private readonly users: UserStore,
    private readonly ledger: Ledger,
    private readonly managementLog: ManagementLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: TokenChanges,
  ) {}

  async page(query: AdminTokenQuery, page: PageRequest): Promise<AdminTokenPage> {
    const owner = query.username?.trim() ?? '';
    const unusedDays = wholeOr0(query.unused_days);
    const [rows, total] = await this.tokens.listAll(
      {
        ownerIds: owner === '' ? null : await this.users.idsByNamePart(owner),
        namePart: query.keyword?.trim() ?? '',
        group: query.group?.trim() ?? '',
        status: Math.min(wholeOr0(query.status), STATUS_MAX),
        usedBeforeMs: unusedDays === 0 ? null : Date.now() - Math.min(unusedDays, UNUSED_DAYS_MAX) * DAY_MS,
      },
      page,
    );
    return { rows: await this.views(rows), total };
  }

  /**
   * Writes limits and status that are present. A token that is disabled here stays so until it is enabled here.
   *
   * @throws AppError COMMON_RECORD_NOT_FOUND, USER_WRITE_DENIED, CALL_LIMIT_INVALID and the refusals of the status
   */
  async change(actor: Actor, id: number, request: AdminTokenChange): Promise<AdminTokenView> {
    const limits = checkedCallLimits(request);
    const { status } = request;
    const isDisabledByAdmin = status === TokenStatus.Disabled;
    const change: TokenChange = { ...limits, ...(status !== undefined && { status, isDisabledByAdmin }) };
    await this.write(actor, id, async row => {
      if (status !== undefined) await this.checkStatus(row, status);
      const before = valuesOf(row);
      const after = { ...before, ...valuesOf({ ...row, ...limits, status: status ?? row.status }) };
      const changed = Object.keys(after).filter(field => before[field] !== after[field]);
      // A token that its owner had disabled becomes one that an administrator has: its status is the same number.
      const isTakenOver = status !== undefined && row.isDisabledByAdmin !== isDisabledByAdmin;
      const fields = isTakenOver && !changed.includes('status') ? ['status', ...changed] : changed;
      const said = { key: 'token_changed', name: actor.username, token: row.name, fields: fields.join(', ') } as const;
      return fields.length === 0 ? null : { change, said, before: only(before, fields), after: only(after, fields) };
    });
    const row = await this.tokens.find(id);
    const [view] = row ? await this.views([row]) : [];
    if (!view) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return view;
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND, USER_WRITE_DENIED */
  async revoke(actor: Actor, id: number): Promise<void> {
    await this.write(actor, id, row =>
      Promise.resolve({
        change: { deletedAtMs: Date.now() },
        said: { key: 'token_revoked', name: actor.username, token: row.name },
        before: { deleted: false },
        after: { deleted: true },
      }),
    );
  }

  private async write(actor: Actor, id: number, plan: (row: TokenRow) => Promise<PlannedChange | null>): Promise<void> {
    await this.unitOfWork.run(async manager => {
      const row = await this.tokens.findInUnit(manager, id);
      if (!row) throw new AppError('COMMON_RECORD_NOT_FOUND');
      const owner = await this.ownerOf(manager, actor, row);
      const planned = await plan(row);
      if (planned === null) return;
      const { change, said, before, after } = planned;
      if (!(await this.tokens.changeOwn(manager, row.userId, id, change))) {
        throw new AppError('COMMON_RECORD_NOT_FOUND');
      }
      await this.managementLog.record(manager, {
        ...recordAbout(owner, actor),
        target: `token ${id}`,
        said,
        before,
        after,
      });
    });
    await this.changes.announce(id);
  }

  /** Those who may change an account may change its tokens; one's own are changed here, too. */
  private async ownerOf(manager: EntityManager, actor: Actor, { userId }: TokenRow) {
    const owner = await this.users.findInUnit(manager, userId);
    if (!owner) throw new AppError('COMMON_RECORD_NOT_FOUND');
    if (owner.id !== actor.id && !mayActOn(actor.role, owner)) throw new AppError('USER_WRITE_DENIED');
    return owner;
  }

  private async checkStatus(row: TokenRow, status: number): Promise<void> {
    const { isUnlimited, balance } = await this.ledger.balanceOf(AccountKind.Token, row.id);
    checkStatusEdit(status, {
      isExpired: isPast(row.expiresAtMs, Date.now()),
      isExhausted: !isUnlimited && balance <= 0,
    });
  }

  private async views(rows: readonly TokenRow[]): Promise<readonly AdminTokenView[]> {
    const [accounts, names] = await Promise.all([
      this.ledger.balancesOf(
        AccountKind.Token,
        rows.map(({ id }) => id),
      ),
      this.users.namesOf(rows.map(({ userId }) => userId)),
    ]);
    return rows.map(row => ({
      ...toTokenFacts(row, accounts.get(row.id) ?? emptyAccount),
      username: names.get(row.userId) ?? '',
    }));
  }
}

interface PlannedChange {
  readonly change: TokenChange;
  readonly said: LogSaying;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The values that administrators change, by their names on the wire. */
function valuesOf(row: TokenRow): Readonly<Record<string, number>> {
  const limits = toCallLimitFields(row);
  return { status: row.status, ...Object.fromEntries(callLimitFields.map(field => [field, limits[field]])) };
}

function only(values: Readonly<Record<string, number>>, fields: readonly string[]) {
  return Object.fromEntries(fields.map(field => [field, values[field]]));
}

/** A whole number above 0, else 0. */
function wholeOr0(value: number | undefined): number {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0;
}
