import { Injectable } from '@nestjs/common';
import { type Overview, type UsageRank, type UsageRanking } from '@contracts';
import { toSeconds } from '@kernel';
import { CallSumsReadModel, UsageRankingReadModel, type CallSpan } from '@log';
import { modelSeries, periodsOf } from './model-series';
import { type OverviewSpan } from './overview-span';

/** Lines of a ranking. */
const RANKS_MAX = 8;

/** What one user has done, or all users together. */
@Injectable()
export class OwnOverviewService {
  constructor(
    private readonly sums: CallSumsReadModel,
    private readonly ranking: UsageRankingReadModel,
  ) {}

  /** @param userId null for all users */
  async of(shown: OverviewSpan, userId: number | null): Promise<Overview> {
    const { span, previous, stepsMs } = shown;
    const [totals, before, models, errors, keys] = await Promise.all([
      this.sums.totals(span, userId),
      this.sums.totals(previous, userId),
      this.sums.ofModels(span, shown, userId),
      this.sums.errors(span, shown, userId),
      this.ranks('key', span, userId),
    ]);
    return {
      start: toSeconds(span.startMs),
      end: toSeconds(span.endMs),
      step: shown.dayStartMs === null ? 'hour' : 'day',
      totals,
      previous: before,
      periods: periodsOf(models, errors, stepsMs),
      models: modelSeries(models, stepsMs),
      keys,
    };
  }

  /** Those who spent most. */
  async ranks(by: UsageRanking, { startMs, endMs }: CallSpan, userId: number | null): Promise<readonly UsageRank[]> {
    // The ranking takes the hours that begin up to its end.
    const range = { startMs, endMs: endMs - 1, dayStartMs: null };
    const ranks = await (userId === null ? this.ranking.ofAll(by, range) : this.ranking.ofOne(by, range, userId));
    return ranks.slice(0, RANKS_MAX);
  }
}
