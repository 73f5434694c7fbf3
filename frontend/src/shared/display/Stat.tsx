import { Card, Classes } from '@blueprintjs/core';
import { type ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** How a figure has changed since the time before. */
export interface Trend {
  readonly text: string;
  /** What it is compared with, on hovering. */
  readonly title: string;
  readonly tone: 'good' | 'bad' | 'plain';
}

interface StatProps {
  readonly label: string;
  /** Undefined while it is loading. */
  readonly value: string | undefined;
  /** The address of what stands behind the figure. */
  readonly to: string;
  readonly trend?: Trend | null;
  /** A few words below the figure. */
  readonly note?: ReactNode;
  readonly tone?: 'bad' | 'plain';
}

/** A figure that leads to what stands behind it. */
export function Stat({ label, value, to, trend, note, tone = 'plain' }: StatProps) {
  return (
    <Link className="stat-link" to={to}>
      <Card interactive>
        <div className="stat-label">{label}</div>
        <div className={`stat-value stat-tone-${tone} ${value === undefined ? Classes.SKELETON : ''}`}>
          {value ?? '0000'}
        </div>
        <div className="stat-note">
          {trend && (
            <span className={`stat-trend-${trend.tone}`} title={trend.title}>
              {trend.text}
            </span>
          )}
          {note !== undefined && <span className="muted">{note}</span>}
        </div>
      </Card>
    </Link>
  );
}
