import { Button, Divider, NonIdealState } from '@blueprintjs/core';
import { ArrowDown, Chat } from '@blueprintjs/icons';
import { Fragment, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isRunning, type ChatSession } from './conversation';
import { MessageCard, messageElementId } from './MessageCard';
import { useStickToEnd } from './use-stick-to-end';

interface MessageListProps {
  /** Undefined before the first question. */
  readonly session: ChatSession | undefined;
  /** The id of the message that a link leads to; it takes the focus. Default: none. */
  readonly pointedId?: string | null;
}

/** The conversation. Its end stays in view while an answer arrives, unless the reader has scrolled up. */
export function MessageList({ session, pointedId = null }: MessageListProps) {
  const { t } = useTranslation();
  const messages = session?.messages ?? [];
  const questions = messages.filter(({ role }) => role === 'user').length;
  const { ref, onScroll, isAtEnd, goToEnd } = useStickToEnd(messages, `${session?.id}:${questions}`);
  useEffect(() => {
    if (pointedId !== null) document.getElementById(messageElementId(pointedId))?.focus(); // this also scrolls to the message
  }, [pointedId]);
  if (!session || messages.length === 0) {
    return (
      <div className="message-list">
        <NonIdealState icon={<Chat size={32} />} title={t('playground.ask_title')} description={t('playground.ask')} />
      </div>
    );
  }
  const isBusy = messages.some(isRunning);
  return (
    <div className="message-list-frame">
      <div
        ref={ref}
        className="message-list"
        role="log"
        aria-label={t('playground.messages')}
        aria-busy={isBusy}
        tabIndex={0}
        onScroll={onScroll}
      >
        {messages.map((message, at) => (
          <Fragment key={message.id}>
            <MessageCard sessionId={session.id} message={message} isBusy={isBusy} isLast={at === messages.length - 1} />
            {message.id === session.clearedAfter && (
              <div className="context-line muted">
                <Divider />
                <span>{t('playground.context_cleared')}</span>
                <Divider />
              </div>
            )}
          </Fragment>
        ))}
      </div>
      {!isAtEnd && (
        <Button
          className="to-end"
          size="small"
          icon={<ArrowDown size={14} />}
          text={t('playground.to_end')}
          onClick={goToEnd}
        />
      )}
    </div>
  );
}
