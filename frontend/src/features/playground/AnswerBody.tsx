import { Button, Callout, Intent, Spinner } from '@blueprintjs/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaygroundDispatch } from './playground-hooks';
import { sessionExpired } from '../../base/session/session-slice';
import { isRunning, splitThought, type AnswerFault, type ChatMessage } from './conversation';
import { AnswerFacts } from './AnswerFacts';
import { Thought } from './Thought';

const Markdown = lazy(async () => ({ default: (await import('./Markdown')).Markdown }));

function FaultText({ fault: { kind, message } }: { readonly fault: AnswerFault }) {
  const { t } = useTranslation();
  const dispatch = usePlaygroundDispatch();
  switch (kind) {
    case 'network':
      return t('playground.cannot_connect');
    case 'server':
      return t('playground.error', { message });
    case 'expired':
      return (
        <span className="cluster">
          {t('playground.expired')}
          <Button size="small" text={t('shell.login')} onClick={() => dispatch(sessionExpired())} />
        </span>
      );
  }
}

/** The text that a model has answered so far, and the reason when it ended early. */
export function AnswerBody({ message }: { readonly message: ChatMessage }) {
  const { t } = useTranslation();
  const { content, reasoning, status, fault, wasStopped } = message;
  const { thought, rest } = splitThought(content);
  const thoughts = [reasoning, thought].filter(Boolean).join('\n');
  const isThinking = isRunning(message) && rest === '';
  return (
    <>
      {thoughts !== '' && <Thought text={thoughts} isRunning={isThinking} />}
      {isThinking && thoughts === '' && (
        <Spinner className="answer-spinner" size={18} aria-label={t('common.loading')} />
      )}
      {rest !== '' && (
        <Suspense fallback={<div className="plain-message">{rest}</div>}>
          <Markdown text={rest} />
        </Suspense>
      )}
      {status === 'complete' && rest === '' && !wasStopped && <p className="muted">{t('playground.answer_empty')}</p>}
      {wasStopped && <p className="muted">{t('playground.stopped')}</p>}
      {fault && (
        <Callout intent={Intent.DANGER} compact role="alert">
          <FaultText fault={fault} />
        </Callout>
      )}
      <AnswerFacts message={message} />
    </>
  );
}
