import { Button } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight, Endorsed, GiftBox, Minus, TickCircle, Time } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  dayState,
  dayStates,
  earliestMonth,
  monthName,
  monthOf,
  shiftMonth,
  weekdayNames,
  weeksOf,
  type CheckInDays,
  type DayState,
} from './month';

const stateIcons = {
  signed: TickCircle,
  signed_today: Endorsed,
  available: GiftBox,
  missed: Minus,
  waiting: Time,
} as const satisfies Readonly<Record<DayState, unknown>>;

/** One day: its number, and its state as a shape, a colour and a word. */
function Day({ date, days }: { readonly date: string; readonly days: CheckInDays }) {
  const { t } = useTranslation();
  const state = dayState(date, days);
  const Icon = stateIcons[state];
  return (
    <td
      className={`calendar-day day-${state}`}
      title={t(`check_in.${state}`)}
      aria-current={date === days.today ? 'date' : undefined}
    >
      <time dateTime={date}>{Number(date.slice(-2))}</time>
      <Icon size={14} title={t(`check_in.${state}`)} />
    </td>
  );
}

function Legend() {
  const { t } = useTranslation();
  return (
    <ul className="calendar-legend muted" aria-hidden>
      {dayStates.map(state => {
        const Icon = stateIcons[state];
        return (
          <li key={state} className={`day-${state}`}>
            <Icon size={12} /> {t(`check_in.${state}`)}
          </li>
        );
      })}
    </ul>
  );
}

/** A month of check-ins, with buttons to the earlier months for which the server has dates. */
export function MonthCalendar({ days }: { readonly days: CheckInDays }) {
  const { t, i18n } = useTranslation();
  const present = monthOf(days.today);
  const [month, setMonth] = useState(present);
  const title = monthName(month, i18n.language);
  return (
    <>
      <div className="calendar-head">
        <Button
          variant="minimal"
          icon={<ChevronLeft />}
          aria-label={t('check_in.previous_month')}
          disabled={month <= earliestMonth(days.today)}
          onClick={() => setMonth(shiftMonth(month, -1))}
        />
        <strong aria-live="polite">{title}</strong>
        <Button
          variant="minimal"
          icon={<ChevronRight />}
          aria-label={t('check_in.next_month')}
          disabled={month >= present}
          onClick={() => setMonth(shiftMonth(month, 1))}
        />
      </div>
      <table className="calendar" aria-label={title}>
        <thead>
          <tr>
            {weekdayNames(i18n.language).map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, index) => (
            <tr key={index}>
              {week.map((date, day) => (date ? <Day key={date} date={date} days={days} /> : <td key={day} />))}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend />
    </>
  );
}
