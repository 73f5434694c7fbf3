import { type HealthPoint } from '@contracts';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../shared/format/time';

const HEIGHT = 24;
const STEP = 6;
const BAR = 5;

interface SparklineProps {
  readonly points: readonly HealthPoint[];
  /** The accessible name of the drawing. */
  readonly label: string;
}

/** What happened in each step of a span, as small bars: what was served, and on top of it what failed. */
export function Sparkline({ points, label }: SparklineProps) {
  const { t } = useTranslation();
  const most = Math.max(1, ...points.map(({ served, failed }) => served + failed));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1, (count / most) * HEIGHT));
  return (
    <svg
      className="health-spark"
      role="img"
      aria-label={label}
      width={points.length * STEP}
      height={HEIGHT}
      viewBox={`0 0 ${points.length * STEP} ${HEIGHT}`}
    >
      {points.map(({ at, served, failed }, place) => {
        const good = heightOf(served);
        const bad = Math.min(HEIGHT, heightOf(failed));
        return (
          <g key={at}>
            <title>{t('health.point', { time: formatTime(at), served, failed })}</title>
            <rect className="health-spark-step" x={place * STEP} y={0} width={BAR} height={HEIGHT} />
            <rect className="health-spark-good" x={place * STEP} y={HEIGHT - good} width={BAR} height={good} />
            <rect
              className="health-spark-bad"
              x={place * STEP}
              y={Math.max(0, HEIGHT - good - bad)}
              width={BAR}
              height={bad}
            />
          </g>
        );
      })}
    </svg>
  );
}
