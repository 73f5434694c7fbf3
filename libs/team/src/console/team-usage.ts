import {
  TeamRole,
  type LogPageView,
  type TeamUsageDimension,
  type TeamUsageQuery,
  type TeamUsageRow,
} from '@contracts';
import {
  readHourRange,
  ShareFigures,
  ShareKind,
  TeamLogReadModel,
  wholeHours,
  type LogQueryTexts,
  type ShareColumn,
} from '@log';
import { Injectable } from '@nestjs/common';
import { type Caller } from '@platform';
import { UserStore } from '@user';
import { TeamAccesses } from '../rules/team-access';

const COLUMNS: Readonly<Record<TeamUsageDimension, ShareColumn>> = {
  member: 'user_id',
  model: 'model_name',
  day: 'hour_at_ms',
};
/** A year of hours has fewer. */
const ROWS_MAX = 10_000;
const SHOWN_MAX = 500;
const DAY_LENGTH = 10;

/** The log and the use of a team: managers see all of it, members their own part. */
@Injectable()
export class TeamUsage {
  constructor(
    private readonly accesses: TeamAccesses,
    private readonly figures: ShareFigures,
    private readonly logs: TeamLogReadModel,
    private readonly users: UserStore,
  ) {}

  /** @throws AppError COMMON_RECORD_NOT_FOUND */
  async log(caller: Caller, teamId: number, query: LogQueryTexts): Promise<LogPageView> {
    const { rank } = await this.accesses.of(caller, teamId, TeamRole.Member);
    return this.logs.page(query, { teamId, userId: rank >= TeamRole.Manager ? null : caller.id });
  }

  /** Sums by members, models or days of UTC; the most spent first, days in their order. @throws AppError COMMON_RECORD_NOT_FOUND */
  async usage(caller: Caller, teamId: number, query: UsageTexts): Promise<readonly TeamUsageRow[]> {
    const { rank } = await this.accesses.of(caller, teamId, TeamRole.Member);
    const { by = 'member' } = query;
    const found = await this.figures.read(
      {
        ...{ kind: ShareKind.team, by: COLUMNS[by], name: String(teamId), order: 'quota', rowsMax: ROWS_MAX },
        ...(rank < TeamRole.Manager && { userId: caller.id }),
      },
      wholeHours(readHourRange(query, 'admin', Date.now())),
    );
    const names = by === 'member' ? await this.users.namesOf(found.map(({ value }) => Number(value))) : null;
    const rows = new Map<string, TeamUsageRow>();
    for (const { value, requests, quota, tokens } of found) {
      const name = names ? (names.get(Number(value)) ?? `#${value}`) : by === 'day' ? dayOf(Number(value)) : value;
      const sum = rows.get(name) ?? { name, count: 0, quota: 0, token_used: 0 };
      rows.set(name, {
        name,
        count: sum.count + requests,
        quota: sum.quota + quota,
        token_used: sum.token_used + tokens,
      });
    }
    const shown = [...rows.values()];
    if (by === 'day') shown.sort((one, other) => (one.name < other.name ? -1 : 1));
    return shown.slice(0, SHOWN_MAX);
  }
}

/** A query as it arrives; times that cannot be read count as absent. */
export type UsageTexts = Pick<TeamUsageQuery, 'by'> & {
  readonly start_timestamp?: string;
  readonly end_timestamp?: string;
};

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, DAY_LENGTH);
}
