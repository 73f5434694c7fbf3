import { Button } from '@blueprintjs/core';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { adminPresetDays, presetDays, spanOfDays } from './time-span';

interface DayPresetsProps {
  /** True offers longer spans. */
  readonly isAdmin: boolean;
  readonly choose: (changes: { readonly start: string; readonly end: string }) => void;
  /** A further choice behind those of days. */
  readonly children: ReactNode;
}

/** Quick choices of the time span. */
export function DayPresets({ isAdmin, choose, children }: DayPresetsProps) {
  const { t } = useTranslation();
  return (
    <span className="cluster">
      {(isAdmin ? adminPresetDays : presetDays).map(days => (
        <Button
          key={days}
          size="small"
          variant="minimal"
          text={days === 1 ? t('dashboard.last_day') : t('dashboard.last_days', { count: days })}
          onClick={() => {
            const { start, end } = spanOfDays(days);
            choose({ start: String(start), end: String(end) });
          }}
        />
      ))}
      {children}
    </span>
  );
}
