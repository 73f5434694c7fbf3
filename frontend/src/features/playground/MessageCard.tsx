import { Button, Intent, TextArea, type ButtonProps } from '@blueprintjs/core';
import { Duplicate, Edit, Refresh, Trash } from '@blueprintjs/icons';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaygroundDispatch } from './playground-hooks';
import { useCopy } from '../../shared/copy/use-copy';
import { AnswerBody } from './AnswerBody';
import { removeMessage, resend, retry } from './answering';
import { isRunning, type ChatMessage } from './conversation';

interface MessageCardProps {
  readonly sessionId: string;
  readonly message: ChatMessage;
  /** True while an answer of the session is arriving; no other answer may be requested meanwhile. */
  readonly isBusy: boolean;
  /** True for the last message: only the last answer can be requested again without losing later messages. */
  readonly isLast: boolean;
}

/** The element id of a message on the page. */
export function messageElementId(id: string): string {
  return `message-${id}`;
}

function Action({ label, ...button }: ButtonProps & { readonly label: string }) {
  return <Button {...button} variant="minimal" size="small" aria-label={label} title={label} />;
}

interface QuestionEditorProps {
  readonly text: string;
  readonly onSend: (text: string) => void;
  readonly onCancel: () => void;
}

function QuestionEditor({ text, onSend, onCancel }: QuestionEditorProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(text);
  return (
    <form
      className="question-editor"
      onSubmit={event => {
        event.preventDefault();
        onSend(draft.trim());
      }}
    >
      <TextArea
        autoFocus
        autoResize
        fill
        value={draft}
        aria-label={t('playground.message')}
        onChange={event => setDraft(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') onCancel();
        }}
      />
      <p className="muted">{t('playground.edit_hint')}</p>
      <div className="form-actions">
        <Button type="submit" intent={Intent.PRIMARY} text={t('playground.send')} disabled={draft.trim() === ''} />
        <Button text={t('common.cancel')} onClick={onCancel} />
      </div>
    </form>
  );
}

function QuestionBody({ message }: { readonly message: ChatMessage }) {
  const { content, images, lostImages } = message;
  const { t } = useTranslation();
  return (
    <>
      {content !== '' && <div className="plain-message">{content}</div>}
      {images.length > 0 && (
        <div className="image-row">
          {images.map((image, at) => (
            <img key={image} className="image" src={image} alt={t('playground.attached', { number: at + 1 })} />
          ))}
        </div>
      )}
      {lostImages > 0 && <p className="muted">{t('playground.lost_images', { count: lostImages })}</p>}
    </>
  );
}

/** The actions on a message that has finished. */
function MessageActions(props: MessageCardProps & { readonly onEdit: () => void }) {
  const { sessionId, message, isBusy, isLast, onEdit } = props;
  const { t } = useTranslation();
  const dispatch = usePlaygroundDispatch();
  const copy = useCopy();
  const { id: messageId, role, content } = message;
  const place = { sessionId, messageId };
  const isQuestion = role === 'user';
  return (
    <div className="message-actions">
      {content !== '' && (
        <Action
          label={t('common.copy')}
          icon={<Duplicate size={14} />}
          onClick={() => copy(content, t('playground.message_copied'))}
        />
      )}
      {isQuestion && (
        <Action label={t('playground.edit')} icon={<Edit size={14} />} disabled={isBusy} onClick={onEdit} />
      )}
      {!isQuestion && isLast && (
        <Action
          label={t('playground.retry')}
          icon={<Refresh size={14} />}
          disabled={isBusy}
          onClick={() => dispatch(retry(place))}
        />
      )}
      <Action
        label={t('playground.delete_message')}
        icon={<Trash size={14} />}
        disabled={isBusy}
        onClick={() => dispatch(removeMessage(place))}
      />
    </div>
  );
}

/** One question or answer with its actions. It renders again only when it has changed. */
export const MessageCard = memo(function MessageCard(props: MessageCardProps) {
  const { sessionId, message } = props;
  const { t } = useTranslation();
  const dispatch = usePlaygroundDispatch();
  const [isEditing, setEditing] = useState(false);
  const { id: messageId, role, content, lostLetters = 0 } = message;
  const place = { sessionId, messageId };
  const isQuestion = role === 'user';
  return (
    <article
      id={messageElementId(messageId)}
      tabIndex={-1}
      className={`message message-${role}`}
      aria-label={t(isQuestion ? 'playground.you' : 'playground.answer')}
    >
      <div className="message-body">
        {isEditing ? (
          <QuestionEditor
            text={content}
            onCancel={() => setEditing(false)}
            onSend={text => {
              setEditing(false);
              dispatch(resend(place, text));
            }}
          />
        ) : isQuestion ? (
          <QuestionBody message={message} />
        ) : (
          <AnswerBody message={message} />
        )}
        {lostLetters > 0 && <p className="muted">{t('playground.lost_letters', { count: lostLetters })}</p>}
      </div>
      {!isEditing && !isRunning(message) && <MessageActions {...props} onEdit={() => setEditing(true)} />}
    </article>
  );
});
