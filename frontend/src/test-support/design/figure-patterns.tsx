import { ChartFrame, ChartLegend } from '../../shared/chart/ChartFrame';
import { PeriodChart } from '../../shared/chart/PeriodChart';
import { Stat } from '../../shared/display/Stat';

const periods = ['Mon', 'Tue', 'Wed', 'Thu'].map(label => ({ label, title: label, href: `/#${label}` }));
const series = [
  { name: 'failed', color: 'var(--chart-failed)', values: [1, 0, 2, 0] },
  { name: 'served', color: 'var(--chart-served)', values: [4, 6, 8, 5] },
];
const legend = series.map(({ name, color }) => ({ name, color, to: '/' }));

/** Figures in every state: with each trend, without one, bad, and loading. */
export function StatPatterns() {
  const tones = ['good', 'bad', 'plain'] as const;
  return (
    <div className="stat-cards">
      {tones.map(tone => (
        <Stat
          key={tone}
          label={`Trend: ${tone}`}
          value="1,204"
          to="/"
          trend={{ text: '▲ 8 %', title: '1,115', tone }}
        />
      ))}
      <Stat label="Without a trend" value="$3.20" to="/" note="of $25" />
      <Stat label="Bad" value="12 %" to="/" tone="bad" />
      <Stat label="Loading" value={undefined} to="/" />
    </div>
  );
}

/** A chart in its three states. */
export function ChartPatterns() {
  const chart = <PeriodChart label="Calls" periods={periods} series={series} format={String} />;
  const states = [
    { title: 'With numbers', isKnown: true, isEmpty: false },
    { title: 'Without numbers', isKnown: true, isEmpty: true },
    { title: 'Loading', isKnown: false, isEmpty: false },
  ];
  return (
    <div className="overview-grid">
      {states.map(state => (
        <ChartFrame key={state.title} {...state} emptyText="No calls yet" legend={<ChartLegend items={legend} />}>
          {chart}
        </ChartFrame>
      ))}
    </div>
  );
}
