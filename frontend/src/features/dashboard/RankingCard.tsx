import { Card, H5, Tab, Tabs } from '@blueprintjs/core';
import { usageRankings, type UsageRank, type UsageRanking } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../base/site/use-status';
import { DataTable } from '../../shared/table/DataTable';
import { FilterPanel } from '../../shared/table/FilterPanel';
import { useListRankingQuery } from './dashboard-api';
import { type TimeSpan } from './time-span';
import { rankColumns } from './usage-tables';

interface RankingCardProps {
  readonly isAdmin: boolean;
  readonly span: TimeSpan;
}

const LINES_MAX = 8;

/** Users and channels are shown to administrators only. */
function rankingsFor(isAdmin: boolean): readonly UsageRanking[] {
  return isAdmin ? usageRankings : usageRankings.filter(by => by !== 'user' && by !== 'channel');
}

/**
 * Who and what spent most in the span; a name leads to its rows in the log. Nothing stands below, so the card is as high as
 * its lines, and nothing moves when they arrive.
 */
export function RankingCard({ isAdmin, span }: RankingCardProps) {
  const { t } = useTranslation();
  const display = useStatus();
  const rankings = rankingsFor(isAdmin);
  const [chosen, setChosen] = useState(rankings[0] ?? 'key');
  const { currentData, isFetching, isError, refetch } = useListRankingQuery({
    isAdmin,
    by: chosen,
    start_timestamp: span.start,
    end_timestamp: span.end,
  });
  const rows = currentData?.slice(0, LINES_MAX).map((rank: UsageRank, key) => ({ ...rank, key }));
  return (
    <Card className="chart-card">
      <div className="chart-head">
        <H5>{t('dashboard.ranking')}</H5>
        <Tabs id="ranking" selectedTabId={chosen} onChange={by => setChosen(by as UsageRanking)}>
          {rankings.map(by => (
            <Tab key={by} id={by} title={t(`dashboard.rank_${by}`)} />
          ))}
        </Tabs>
      </div>
      <FilterPanel tabs="ranking" chosen={chosen}>
        <DataTable
          label={t('dashboard.ranking')}
          columns={rankColumns({ t, display }, { by: chosen, span, rows: currentData ?? [] })}
          rows={rows}
          keyOf={({ key }) => key}
          isFetching={isFetching}
          hasFailed={isError}
          onRetry={() => void refetch()}
        />
      </FilterPanel>
    </Card>
  );
}
