import { Card, Classes, H4 } from '@blueprintjs/core';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

/** One line of a ranking. */
export interface RankLine {
  readonly key: string;
  readonly name: string;
  /** Behind the name, such as the owner of a key. */
  readonly also?: string;
  readonly value: number;
  readonly text: string;
  readonly to: string;
  readonly color?: string;
}

interface RankListProps {
  readonly title: string;
  /** Undefined while they are loading. */
  readonly lines: readonly RankLine[] | undefined;
  readonly emptyText: string;
  /** Beside the title. */
  readonly action?: ReactNode;
}

const SKELETON_LINES = [0, 1, 2, 3, 4];

/** Who or what comes first, with bars to compare; each line leads to what stands behind it. */
export function RankList({ title, lines, emptyText, action }: RankListProps) {
  const { t } = useTranslation();
  const most = Math.max(0, ...(lines ?? []).map(({ value }) => value));
  return (
    <Card className="overview-card">
      <div className="chart-head">
        <H4>{title}</H4>
        {action}
      </div>
      {!lines && (
        <div role="status" aria-label={t('common.loading')}>
          {SKELETON_LINES.map(line => (
            <div key={line} className={`rank-skeleton ${Classes.SKELETON}`} />
          ))}
        </div>
      )}
      {lines?.length === 0 && <p className="muted">{emptyText}</p>}
      {lines && lines.length > 0 && (
        <ol className="rank-list">
          {lines.map(({ key, name, also, value, text, to, color }) => (
            <li key={key}>
              <Link className="rank-line" to={to}>
                <span className="rank-names">
                  <span className="rank-name" title={name}>
                    {name}
                  </span>
                  {also && <span className="muted rank-also">{also}</span>}
                </span>
                <span className="rank-value">{text}</span>
                <span className="rank-track">
                  <span
                    className="rank-bar"
                    style={{ width: `${most > 0 ? (value / most) * 100 : 0}%`, backgroundColor: color }}
                  />
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
