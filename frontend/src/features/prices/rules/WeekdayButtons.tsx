import { Button, FormGroup, Intent } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { weekdays, weekdayName } from '../../../shared/format/weekday';

interface WeekdayButtonsProps {
  /** From 1 for Monday to 7 for Sunday; none stands for all. */
  readonly days: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
}

/** The days on which hours begin. */
export function WeekdayButtons({ days, onChange }: WeekdayButtonsProps) {
  const { t, i18n } = useTranslation();
  return (
    <FormGroup label={t('price_rules.days')} helperText={t('price_rules.days_hint')}>
      <div className="cluster" role="group" aria-label={t('price_rules.days')}>
        {weekdays.map(day => {
          const isOn = days.includes(day);
          return (
            <Button
              key={day}
              size="small"
              intent={isOn ? Intent.PRIMARY : Intent.NONE}
              aria-pressed={isOn}
              text={weekdayName(day, i18n.language)}
              onClick={() => onChange(isOn ? days.filter(other => other !== day) : [...days, day])}
            />
          );
        })}
      </div>
    </FormGroup>
  );
}
