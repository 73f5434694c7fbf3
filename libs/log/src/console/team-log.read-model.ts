import { type LogPageView } from '@contracts';
import { Injectable } from '@nestjs/common';
import { pageRequest } from '@platform';
import { readLogFilter, type LogQueryTexts } from './log-filter';
import { LogListReadModel } from './log-list.read-model';

/** A query without times reaches back so far. */
const SPAN_MS = 31 * 86_400_000;

/** The calls of a team, as its members see them: without channels and costs. */
@Injectable()
export class TeamLogReadModel {
  constructor(private readonly logs: LogListReadModel) {}

  /** @param userId whose calls; null for those of all members */
  async page(
    query: LogQueryTexts,
    { teamId, userId }: { readonly teamId: number; readonly userId: number | null },
  ): Promise<LogPageView> {
    const page = pageRequest(query.p, query.page_size, 1);
    const read = readLogFilter(query, userId === null ? { kind: 'all' } : { kind: 'own', userId });
    const startMs = read.startMs ?? Date.now() - SPAN_MS;
    const filter = { ...read, teamId, channelId: null, startMs, isOwnView: true };
    const { items, total } = await this.logs.list(filter, page);
    return { items, total, page: page.skip / page.take + 1, page_size: page.take };
  }
}
