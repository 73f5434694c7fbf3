import { Card, Classes, H4 } from '@blueprintjs/core';
import { type ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface ChartFrameProps {
  readonly title: string;
  /** False while the numbers are being read. */
  readonly isKnown: boolean;
  readonly isEmpty: boolean;
  readonly emptyText: string;
  readonly legend?: ReactNode;
  readonly children: ReactNode;
}

/** A card with a chart, in its three states. */
export function ChartFrame({ title, isKnown, isEmpty, emptyText, legend, children }: ChartFrameProps) {
  const body = isEmpty ? <p className="muted period-empty">{emptyText}</p> : children;
  return (
    <Card className="overview-card">
      <H4>{title}</H4>
      {isKnown ? body : <div className={`period-skeleton ${Classes.SKELETON}`} />}
      <div className="chart-legend">{isKnown && !isEmpty && legend}</div>
    </Card>
  );
}

interface LegendItem {
  readonly name: string;
  readonly color: string;
  readonly to: string;
}

/** What the colours of a chart mean; each leads to what stands behind it. */
export function ChartLegend({ items }: { readonly items: readonly LegendItem[] }) {
  return items.map(({ name, color, to }) => (
    <Link key={name} className="chart-legend-item" to={to}>
      <span className="chart-legend-color" style={{ backgroundColor: color }} />
      <span className="chart-legend-name">{name}</span>
    </Link>
  ));
}
