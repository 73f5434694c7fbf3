import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../shared/format/duration';

const SECOND_MS = 1000;

/** How long it is until a key or model is tried again, counted down by the clock. */
export function NextTrial({ atMs }: { readonly atMs: number }) {
  const { t, i18n } = useTranslation();
  const [nowMs, setNowMs] = useState(() => Date.now());
  const isOver = nowMs >= atMs;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  if (isOver) return <span>{t('health.trial_next_call')}</span>;
  const seconds = Math.ceil((atMs - nowMs) / SECOND_MS);
  return <span>{t('health.trial_in', { time: formatDuration(seconds * SECOND_MS, i18n.language) })}</span>;
}
