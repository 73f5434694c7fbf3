import { Button, Callout, H3, Intent } from '@blueprintjs/core';
import { type Overview, type SiteOverview } from '@contracts';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../base/session/use-role';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { useRepeated } from '../../shared/timing/use-repeated';
import { FirstSteps } from './FirstSteps';
import { useGetOwnOverviewQuery, useGetSiteOverviewQuery } from './overview-api';
import { rangesFor, useOverviewRange } from './overview-range';
import { OverviewBar } from './OverviewBar';
import { CallsChart, SpendChart, TimeChart } from './OverviewCharts';
import { TopKeys, TopModels, TopUsers, TroubleList } from './OverviewLists';
import { OwnStats, SiteStats } from './OverviewStats';

interface OverviewPageProps {
  /** The card with the reader's own keys, which another feature has. */
  readonly ownKeys: ReactNode;
}

/** Every half minute. */
const READ_AGAIN_MINUTES = 0.5;

interface BodyProps<Data> {
  readonly data: Data | undefined;
  readonly ownKeys: ReactNode;
}

function OwnBody({ data, ownKeys }: BodyProps<Overview>) {
  return (
    <>
      <OwnStats data={data} />
      <div className="overview-grid">
        <SpendChart data={data} />
        <CallsChart data={data} />
        <TopModels data={data} />
        <div className="overview-stack">
          {ownKeys}
          <TopKeys data={data} />
        </div>
      </div>
    </>
  );
}

function SiteBody({ data, ownKeys, readAtMs }: BodyProps<SiteOverview> & { readonly readAtMs: number }) {
  return (
    <>
      {data && <FirstSteps steps={data.first_steps} />}
      <SiteStats data={data} readAtMs={readAtMs} />
      <div className="overview-grid">
        <TopUsers data={data} />
        <TroubleList data={data} />
        <SpendChart data={data} />
        <CallsChart data={data} />
        <TimeChart data={data} times={data?.period_times} />
        <TopModels data={data} />
        <TopKeys data={data} />
        {ownKeys}
      </div>
    </>
  );
}

/** What a reader wants to know first: of all users and the site for administrators, of oneself for all others. */
export function OverviewPage({ ownKeys }: OverviewPageProps) {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  const { range, query, choose, renew } = useOverviewRange(isAdmin);
  const site = useGetSiteOverviewQuery(query, { skip: !isAdmin });
  const own = useGetOwnOverviewQuery(query, { skip: isAdmin });
  const { isFetching, isError, fulfilledTimeStamp: readAtMs, refetch } = isAdmin ? site : own;
  const refresh = () => {
    renew();
    void refetch();
  };
  useRepeated(refresh, READ_AGAIN_MINUTES);
  useListKeys({ onReload: refresh });
  return (
    <>
      <H3 className="page-title">{t('shell.overview')}</H3>
      <OverviewBar
        ranges={rangesFor(isAdmin)}
        range={range}
        onChoose={choose}
        readAtMs={readAtMs}
        isFetching={isFetching}
        onRefresh={refresh}
      />
      {isError && (
        <Callout className="block" intent={Intent.WARNING} role="status" compact>
          <span className="cluster">
            {readAtMs === undefined ? t('overview.not_read') : t('overview.old_figures')}
            <Button size="small" text={t('common.retry')} onClick={refresh} />
          </span>
        </Callout>
      )}
      <div aria-busy={isFetching}>
        {isAdmin ? (
          <SiteBody data={site.data} ownKeys={ownKeys} readAtMs={readAtMs ?? Date.now()} />
        ) : (
          <OwnBody data={own.data} ownKeys={ownKeys} />
        )}
      </div>
    </>
  );
}
