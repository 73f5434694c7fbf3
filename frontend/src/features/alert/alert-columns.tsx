import { Button, Intent, Tag } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { alertPath, alertText, alertTitle, type AlertState, type AlertView } from '@contracts';
import { type TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { formatTime } from '../../shared/format/time';
import { type Column } from '../../shared/table/column';
import { ruleName, sentenceLanguage, severityIntent } from './alert-names';

interface AlertColumnsContext {
  readonly t: TFunction;
  readonly language: string;
  readonly acknowledge: (alert: AlertView) => void;
}

type PartProps = Omit<AlertColumnsContext, 'acknowledge'> & { readonly alert: AlertView };

const STATE_INTENTS: Readonly<Record<AlertState, Intent>> = {
  pending: Intent.WARNING,
  firing: Intent.DANGER,
  ended: Intent.SUCCESS,
};

function Saying({ alert, language }: PartProps) {
  const { sentence, figures, kind } = alert;
  const spoken = sentenceLanguage(language);
  const title = alertTitle(sentence, figures, spoken);
  const path = alertPath(kind);
  return (
    <span className="alert-saying">
      {path === '/alert' ? <strong>{title}</strong> : <Link to={path}>{title}</Link>}
      <span className="muted">{alertText(sentence, figures, spoken)}</span>
    </span>
  );
}

function StateCell({ alert: { state, severity }, t }: PartProps) {
  return (
    <span className="cluster">
      <Tag minimal intent={severityIntent(severity)}>
        {t(`alert.severity_${severity}`)}
      </Tag>
      <Tag minimal={state !== 'firing'} intent={STATE_INTENTS[state]}>
        {t(`alert.state_${state}`)}
      </Tag>
    </span>
  );
}

function Times({ alert: { begun_time: begun, ended_time: ended }, t }: PartProps) {
  return (
    <span className="alert-saying">
      <span className="nowrap">{formatTime(begun)}</span>
      {ended > 0 && <span className="muted">{t('alert.until', { time: formatTime(ended) })}</span>}
    </span>
  );
}

function Messages({ alert: { sent, waiting, failed }, t }: PartProps) {
  if (sent + waiting + failed === 0) return <span className="muted">{t('alert.no_messages')}</span>;
  return (
    <span className="alert-saying">
      {sent > 0 && <span>{t('alert.sent', { count: sent })}</span>}
      {waiting > 0 && <span>{t('alert.waiting', { count: waiting })}</span>}
      {failed > 0 && <span className="alert-failed">{t('alert.failed', { count: failed })}</span>}
    </span>
  );
}

function Acknowledged({ alert, t, acknowledge }: PartProps & Pick<AlertColumnsContext, 'acknowledge'>) {
  const { acknowledged_by: by, acknowledged_time: atSeconds, state } = alert;
  if (by !== '') return <span title={formatTime(atSeconds)}>{t('alert.acknowledged_by', { name: by })}</span>;
  if (state !== 'firing') return <span className="muted">–</span>;
  return (
    <Button
      size="small"
      variant="minimal"
      icon={<Tick />}
      text={t('alert.acknowledge')}
      onClick={() => acknowledge(alert)}
    />
  );
}

/** The columns of the alerts. */
export function alertColumns({ t, language, acknowledge }: AlertColumnsContext): readonly Column<AlertView>[] {
  const parts = { t, language };
  return [
    { id: 'time', header: t('alert.since'), render: alert => <Times alert={alert} {...parts} /> },
    { id: 'state', header: t('common.status'), render: alert => <StateCell alert={alert} {...parts} /> },
    { id: 'saying', header: t('alert.what'), render: alert => <Saying alert={alert} {...parts} /> },
    {
      id: 'rule',
      header: t('alert.rule'),
      render: ({ rule_name: name, kind }) => <span className="cell-wide">{ruleName({ name, kind }, language)}</span>,
    },
    { id: 'messages', header: t('alert.messages'), render: alert => <Messages alert={alert} {...parts} /> },
    {
      id: 'acknowledged',
      header: t('alert.acknowledged'),
      render: alert => <Acknowledged alert={alert} {...parts} acknowledge={acknowledge} />,
    },
  ];
}
