import { Card, H5, Intent, Tag } from '@blueprintjs/core';
import { type SessionView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { formatTime } from '../../shared/format/time';
import { CardState } from './CardState';
import { FactRow } from './FactRow';
import { useEndOtherSessionsMutation, useEndSessionMutation, useListSessionsQuery } from './personal-api';
import { useBrowserLabel } from './use-browser-label';

function SessionRow({ session }: { readonly session: SessionView }) {
  const { t } = useTranslation();
  const labelOf = useBrowserLabel();
  const [endSession, { isLoading }] = useEndSessionMutation();
  const browser = labelOf(session.user_agent);
  const end = async () => {
    if (!(await endSession(session.id)).error) notices.success(t('personal.session_ended'));
  };
  const name = (
    <>
      <span title={session.user_agent}>{browser}</span>
      {session.is_current && (
        <Tag minimal intent={Intent.SUCCESS}>
          {t('personal.session_current')}
        </Tag>
      )}
    </>
  );
  const button = session.is_current ? null : (
    <ConfirmButton
      text={t('personal.session_end')}
      aria-label={t('personal.of', { action: t('personal.session_end'), name: browser })}
      loading={isLoading}
      question={t('personal.session_question', { browser })}
      confirmLabel={t('personal.session_end')}
      onConfirm={() => void end()}
    />
  );
  return (
    <FactRow name={name} actions={button}>
      {session.client_ip || t('common.unknown')} · {t('personal.session_seen', { time: formatTime(session.seen_time) })}{' '}
      · {t('personal.session_created', { time: formatTime(session.created_time) })} ·{' '}
      {t('personal.session_expires', { time: formatTime(session.expires_time) })}
    </FactRow>
  );
}

/** The browsers in which this account is signed in. */
export function SessionCard() {
  const { t } = useTranslation();
  const query = useListSessionsQuery();
  const [endOthers, { isLoading }] = useEndOtherSessionsMutation();
  const endAll = async () => {
    if (!(await endOthers()).error) notices.success(t('personal.sessions_ended'));
  };
  return (
    <Card className="draft-card">
      <H5>{t('personal.sessions')}</H5>
      <p className="muted">{t('personal.sessions_hint')}</p>
      <CardState query={query}>
        {sessions => (
          <>
            <ul className="fact-rows">
              {sessions.map(session => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
            {sessions.some(session => !session.is_current) && (
              <div className="form-actions">
                <ConfirmButton
                  loading={isLoading}
                  text={t('personal.sessions_end')}
                  question={t('personal.sessions_question')}
                  confirmLabel={t('personal.sessions_end')}
                  onConfirm={() => void endAll()}
                />
              </div>
            )}
          </>
        )}
      </CardState>
    </Card>
  );
}
