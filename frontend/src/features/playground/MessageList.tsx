import { Button, Divider } from '@blueprintjs/core';
import { ArrowDown, Chat } from '@blueprintjs/icons';
import { Fragment, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isRunning, type ChatMessage, type ChatSession } from './conversation';
import { MessageCard, messageElementId } from './MessageCard';
import { useStickToEnd } from './use-stick-to-end';
import { EmptyState } from '../../shared/display/states';

/** The messages as they are drawn: two answers to the same question stand beside each other. */
function besideEachOther(messages: readonly ChatMessage[]): readonly (readonly ChatMessage[])[] {
  const rows: ChatMessage[][] = [];
  for (const message of messages) {
    const last = rows.at(-1);
    if (message.side === 'right' && last?.at(-1)?.side === 'left') last.push(message);
    else rows.push([message]);
  }
  return rows;
}

interface MessageListProps {
  /** Undefined before the first question. */
  readonly session: ChatSession | undefined;
  /** The id of the message that a link leads to; it takes the focus. Default: none. */
  readonly pointedId?: string | null;
}

interface MessageRowProps {
  readonly row: readonly ChatMessage[];
  readonly session: ChatSession;
  readonly isBusy: boolean;
}

function MessageRow({ row, session, isBusy }: MessageRowProps) {
  return (
    <div className={row.length > 1 ? 'answer-pair' : undefined}>
      {row.map(message => (
        <MessageCard
          key={message.id}
          sessionId={session.id}
          message={message}
          isBusy={isBusy}
          isLast={message === session.messages.at(-1)}
        />
      ))}
    </div>
  );
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
        <EmptyState icon={<Chat size={32} />} title={t('playground.ask_title')} text={t('playground.ask')} />
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
        {besideEachOther(messages).map(row => (
          <Fragment key={row[0]?.id}>
            <MessageRow row={row} session={session} isBusy={isBusy} />
            {row.some(({ id }) => id === session.clearedAfter) && (
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
