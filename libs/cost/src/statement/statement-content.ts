import { AccountKind } from '@billing';
import { type Statement, type StatementLine, type StatementPart } from '@contracts';
import { AppError } from '@kernel';
import { ShareKind, type ReportFigure, type ReportFigures, type ShareFigures } from '@log';
import { type Options } from '@option';
import { type Database } from '@platform';
import { type TeamStore } from '@team';
import { type UserStore } from '@user';
import { monthAfter, monthBefore, type Calendar } from '../report/calendar';
import { sumsOf, totalOf, withoutCosts } from '../report/report-sums';
import { type MonthBalances } from './month-balances';
import { balanceWithChanges } from './statement-changes';
import { paidOrders } from './statement-orders';
import { type WalletOwner } from './wallet-owner';

/** The models, keys or members of one month; nobody uses more. */
const LINES_MAX = 10_000;

/** What a statement says, apart from its number and date. */
export type StatementContent = Omit<Statement, 'number' | 'issued_time'>;

/** The use of a month, as far as it is known without the wallet. */
interface Usage {
  readonly models: readonly ReportFigure[];
  readonly parts: readonly StatementPart[];
  readonly byTeams: number;
}

interface Hours {
  readonly startMs: number;
  readonly endMs: number;
}

/** Puts together what a month of a user or team says: use, orders, and the way from one balance to the next. */
export class StatementContents {
  constructor(
    private readonly database: Database,
    private readonly figures: ReportFigures,
    private readonly shares: ShareFigures,
    private readonly users: UserStore,
    private readonly teams: TeamStore,
    private readonly options: Options,
    private readonly calendar: Calendar,
    private readonly balances: MonthBalances,
  ) {}

  /** @throws AppError USER_NOT_FOUND, COMMON_RECORD_NOT_FOUND */
  async of(owner: WalletOwner, month: string): Promise<StatementContent> {
    const isUser = owner.kind === AccountKind.User;
    const names = await (isUser ? this.user(owner.id) : this.team(owner.id));
    const hours = {
      startMs: this.calendar.startOfMonth(month),
      endMs: this.calendar.startOfMonth(monthAfter(month)),
    };
    const { models, parts, byTeams } = await (isUser
      ? this.useOfUser(owner.id, hours)
      : this.useOfTeam(owner.id, hours));
    const lines: readonly StatementLine[] = models.map(figure => ({ model: figure.value, ...plainSums(figure) }));
    const total = totalOf(models);
    const calls = total.quota - total.planQuota - byTeams;
    const { SystemName, StatementAddress, QuotaPerUnit, PayTaxName } = this.options.current;
    return {
      ...{ month, ...names, lines, parts, total: plainSums(total) },
      ...{ paid_by_plans: total.planQuota, paid_by_teams: byTeams },
      balance: await this.balance(owner, month, { ...hours, calls }),
      orders: isUser ? await paidOrders(this.database, owner.id, hours) : [],
      ...{ site_name: SystemName, site_address: StatementAddress, tax_name: PayTaxName, quota_per_unit: QuotaPerUnit },
    };
  }

  private async balance(owner: WalletOwner, month: string, { calls, ...hours }: Hours & { readonly calls: number }) {
    const begin = await this.balances.endOf(owner, monthBefore(month));
    const end = await this.balances.endOf(owner, month);
    if (begin === null || end === null) return null;
    return balanceWithChanges(this.database, owner, hours, { begin, end, calls });
  }

  private async useOfUser(userId: number, hours: Hours): Promise<Usage> {
    const question = { filter: { user_id: userId }, order: 'quota', rowsMax: LINES_MAX } as const;
    const models = await this.figures.read({ ...question, by: 'model_name' }, hours);
    const keys = await this.figures.read({ ...question, by: 'token_name' }, hours);
    const share = { kind: ShareKind.team, by: 'name', order: 'quota', rowsMax: LINES_MAX, userId } as const;
    const byTeams = totalOf(await this.shares.read(share, hours)).quota;
    return { models, parts: keys.map(figure => ({ name: figure.value, ...plainSums(figure) })), byTeams };
  }

  private async useOfTeam(teamId: number, hours: Hours): Promise<Usage> {
    const question = { kind: ShareKind.team, name: String(teamId), order: 'quota', rowsMax: LINES_MAX } as const;
    const models = await this.shares.read({ ...question, by: 'model_name' }, hours);
    const members = await this.shares.read({ ...question, by: 'user_id' }, hours);
    const names = await this.users.namesOf(members.map(({ value }) => Number(value)));
    const parts = members.map(figure => ({
      name: names.get(Number(figure.value)) ?? `#${figure.value}`,
      ...plainSums(figure),
    }));
    return { models, parts, byTeams: 0 };
  }

  private async user(userId: number) {
    const user = await this.users.findEvenDeleted(userId);
    if (!user) throw new AppError('USER_NOT_FOUND');
    const { username, displayName } = user;
    return { user_id: userId, team_id: 0, username, display_name: displayName };
  }

  private async team(teamId: number) {
    const name = (await this.teams.namesOf([teamId])).get(teamId);
    if (name === undefined) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return { user_id: 0, team_id: teamId, username: '', display_name: name };
  }
}

function plainSums(figure: ReportFigure) {
  return withoutCosts(sumsOf(figure));
}
