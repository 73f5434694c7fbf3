import { Callout, H5, Intent } from '@blueprintjs/core';
import { type AccessDetail, type AccessModel } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../shared/table/DataTable';
import { channelColumns, ShareBar } from './channel-columns';
import { Reasons, sentencesOf } from './access-report-parts';

/** Shows whether the model is served, and where. */
export function ModelAccess({ row }: { readonly row: AccessModel }) {
  const { t } = useTranslation();
  const { model, group, ratio, is_served: isServed } = row;
  if (isServed) {
    return <Callout intent={Intent.SUCCESS}>{t('access.served_in', { model, group, ratio: ratio ?? '–' })}</Callout>;
  }
  return (
    <Callout intent={Intent.WARNING} title={t('access.not_served_title', { model })}>
      <Reasons texts={row.refusals.length > 0 ? sentencesOf(row.refusals) : [t('access.key_refused')]} />
    </Callout>
  );
}

function Attempts({ detail }: { readonly detail: AccessDetail }) {
  const { t } = useTranslation();
  const isByWeight = detail.strategy === 'weighted';
  const names = new Map(detail.channels.map(({ id, name }) => [id, name]));
  if (detail.attempts.length === 0) return null;
  return (
    <section className="reach-attempts">
      <H5>{t('access.attempts')}</H5>
      <p className="muted">{isByWeight ? t('access.attempts_hint') : t('access.strategy_attempts_hint')}</p>
      <ol>
        {detail.attempts.map(({ number, channels }) => (
          <li key={number} aria-label={t('access.attempt', { number })}>
            {channels.map(({ id, share }) => (
              <span key={id} className="reach-attempt">
                #{id} {names.get(id)} {share !== null && <ShareBar share={share} label={`#${id}`} />}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {detail.keeps_sessions && (
        <p className="muted">{isByWeight ? t('access.sessions_hint') : t('access.strategy_sessions_hint')}</p>
      )}
    </section>
  );
}

/** Every channel that concerns a model, and the order in which calls try them. */
export function ChannelAccess({ model, detail }: { readonly model: string; readonly detail: AccessDetail }) {
  const { t } = useTranslation();
  const { strategy } = detail;
  const columns = useMemo(() => channelColumns(t, strategy), [t, strategy]);
  return (
    <>
      {strategy !== 'weighted' && <p>{t('access.strategy', { strategy: t(`setting.strategy_${strategy}`) })}</p>}
      <DataTable
        label={t('access.channels_label', { model })}
        columns={columns}
        rows={detail.channels}
        keyOf={channel => channel.id}
        emptyText={t('access.no_channels')}
        isMuted={channel => !channel.is_reachable}
      />
      {detail.channels_left_out > 0 && (
        <p className="muted">{t('access.channels_left_out', { count: detail.channels_left_out })}</p>
      )}
      <Attempts detail={detail} />
    </>
  );
}
