import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanternDay } from './lantern-days';

/** How long the lantern swings, and how long it then stays still. */
const SWING_MS = 3_000;
const REST_MS = 10_000;

function prefersStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** True while the lantern swings; never for readers who prefer no motion. */
function useSwing(): boolean {
  const [isSwinging, setSwinging] = useState(() => !prefersStill());
  useEffect(() => {
    const timer = setTimeout(() => setSwinging(!isSwinging && !prefersStill()), isSwinging ? SWING_MS : REST_MS);
    return () => clearTimeout(timer);
  }, [isSwinging]);
  return isSwinging;
}

function SwingingLantern() {
  const { t } = useTranslation();
  const isSwinging = useSwing();
  return (
    <span
      className={isSwinging ? 'lantern lantern-swinging' : 'lantern'}
      role="img"
      aria-label={t('shell.lantern')}
      title={t('shell.lantern')}
    >
      <span className="lantern-body" />
      {isSwinging && <span className="lantern-sparks" />}
    </span>
  );
}

/** A New Year lantern on its days, and nothing on all others. */
export function Lantern() {
  const [isFestive] = useState(() => isLanternDay(new Date()));
  return isFestive ? <SwingingLantern /> : null;
}
