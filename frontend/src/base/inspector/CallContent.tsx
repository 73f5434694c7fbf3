import { Section, SectionCard, Tag, Intent } from '@blueprintjs/core';
import { type InspectedAttempt, type InspectedCall, type InspectedHeaders } from '@contracts';
import { useTranslation } from 'react-i18next';
import { BodyView } from './BodyView';
import '../../styles/inspector.css';

function Headers({ title, headers }: { readonly title: string; readonly headers: InspectedHeaders }) {
  const { t } = useTranslation();
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <details className="inspect-headers">
      <summary>{t('common.with_detail', { text: title, detail: entries.length })}</summary>
      <pre className="inspect-body">{entries.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
    </details>
  );
}

function StatusTag({ status }: { readonly status: number }) {
  const { t } = useTranslation();
  if (status === 0) return <Tag minimal>{t('inspector.no_response')}</Tag>;
  return (
    <Tag minimal intent={status >= 400 ? Intent.DANGER : Intent.SUCCESS}>
      {status}
    </Tag>
  );
}

function Attempt({ attempt, place }: { readonly attempt: InspectedAttempt; readonly place: number }) {
  const { t } = useTranslation();
  const ended = attempt.ended_ms === null ? t('inspector.not_ended') : `${attempt.ended_ms} ms`;
  return (
    <Section
      compact
      collapsible
      title={t('inspector.attempt', { place, channel: attempt.channel_id })}
      subtitle={`${attempt.started_ms} ms → ${ended}`}
      rightElement={<StatusTag status={attempt.status} />}
    >
      <SectionCard>
        <p className="inspect-line">
          <code>{`${attempt.method} ${attempt.url}`}</code>
        </p>
        {attempt.fault !== '' && (
          <Tag minimal intent={Intent.DANGER}>
            {attempt.fault}
          </Tag>
        )}
        <Headers title={t('inspector.headers')} headers={attempt.request_headers} />
        <BodyView title={t('inspector.sent')} body={attempt.request} />
        <Headers title={t('inspector.headers')} headers={attempt.response_headers} />
        <BodyView title={t('inspector.received')} body={attempt.response} />
      </SectionCard>
    </Section>
  );
}

/** The content of a call in the order in which it happened: request, attempts, answer. */
export function CallContent({ call }: { readonly call: InspectedCall }) {
  const { t } = useTranslation();
  return (
    <div className="inspect-call">
      <Section
        compact
        collapsible
        title={t('inspector.request')}
        subtitle={<code>{`${call.method} ${call.path}`}</code>}
      >
        <SectionCard>
          <Headers title={t('inspector.headers')} headers={call.request_headers} />
          <BodyView title={t('inspector.body')} body={call.request} />
        </SectionCard>
      </Section>
      {call.attempts?.map((attempt, at) => (
        <Attempt key={at} attempt={attempt} place={at + 1} />
      ))}
      {call.attempts?.length === 0 && <p className="muted">{t('inspector.no_attempt')}</p>}
      <Section
        compact
        collapsible
        title={t('inspector.answer')}
        subtitle={`${call.first_byte_ms ?? '–'} ms → ${call.ended_ms} ms`}
        rightElement={<StatusTag status={call.status} />}
      >
        <SectionCard>
          {call.is_left && (
            <Tag minimal intent={Intent.WARNING}>
              {t('inspector.caller_left')}
            </Tag>
          )}
          <Headers title={t('inspector.headers')} headers={call.answer_headers} />
          <BodyView title={t('inspector.body')} body={call.answer} />
        </SectionCard>
      </Section>
    </div>
  );
}
