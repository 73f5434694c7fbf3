import { Intent, Tag } from '@blueprintjs/core';
import { type ChannelHealthView, type HealthRest, type HealthState as State } from '@contracts';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../shared/format/time';
import { NextTrial } from './NextTrial';

/** The resting models that are named in the table itself; the others stand in the opened row. */
const RESTS_SHOWN = 2;

const intents: Readonly<Record<State, Intent>> = {
  enabled: Intent.SUCCESS,
  resting: Intent.WARNING,
  disabled: Intent.NONE,
  auto_disabled: Intent.DANGER,
};

interface RestLineProps {
  readonly rest: HealthRest;
  /** When the rest was read, in milliseconds. */
  readonly readAtMs: number;
}

/** What rests, why, and when it is tried again. */
export function RestLine({ rest, readAtMs }: RestLineProps) {
  const { t } = useTranslation();
  const { model, key_place: place, cause, wait_ms: waitMs } = rest;
  return (
    <span className="health-rest">
      <span>{model === '' ? t('health.key_rests', { place }) : t('health.model_rests', { model })}</span>
      {cause !== '' && <span className="muted">{t(`health.kind_${cause}`)}</span>}
      <NextTrial atMs={readAtMs + waitMs} />
    </span>
  );
}

interface HealthStateProps {
  readonly channel: ChannelHealthView;
  readonly readAtMs: number;
}

/** The state of a channel, with what rests on it or why it was disabled. */
export function HealthState({ channel, readAtMs }: HealthStateProps) {
  const { t } = useTranslation();
  const { state, rests, status_reason: reason, status_time: time, total_keys: total, usable_keys: usable } = channel;
  const isWarned = state === 'enabled' && rests.length > 0;
  return (
    <span className="health-state">
      <span className="cluster">
        <Tag minimal intent={isWarned ? Intent.WARNING : intents[state]}>
          {t(`health.state_${state}`)}
        </Tag>
        {usable < total && <Tag minimal>{t('health.keys_usable', { usable, total })}</Tag>}
      </span>
      {rests.slice(0, RESTS_SHOWN).map(rest => (
        <RestLine key={`${rest.key_place}/${rest.model}`} rest={rest} readAtMs={readAtMs} />
      ))}
      {rests.length > RESTS_SHOWN && (
        <span className="muted">{t('health.more_rests', { count: rests.length - RESTS_SHOWN })}</span>
      )}
      {state === 'auto_disabled' && reason !== '' && (
        <span className="muted cell-wide" title={formatTime(time)}>
          {reason}
        </span>
      )}
    </span>
  );
}
