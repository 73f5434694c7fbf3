import { InputGroup } from '@blueprintjs/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { usePlaygroundDispatch } from './playground-hooks';
import { SESSION_NAME_MAX, titleOf, type ChatSession } from './conversation';
import { sessionRenamed } from './playground-slice';

interface SessionNameFieldProps {
  readonly session: ChatSession;
  /** Called when the renaming ends: by a key, or because the field was left. */
  readonly onDone: (by: 'key' | 'leaving') => void;
}

/** Enter or leaving the field keeps the new name; Escape or leaving an empty field keeps the old one. */
export function SessionNameField({ session, onDone }: SessionNameFieldProps) {
  const { t } = useTranslation();
  const dispatch = usePlaygroundDispatch();
  const before = titleOf(session);
  const [text, setText] = useState(before);
  /** The field also fires a blur event when it is removed. */
  const isDone = useRef(false);
  const name = text.trim();

  const end = (by: 'key' | 'leaving') => {
    isDone.current = true;
    onDone(by);
  };
  const keep = (by: 'key' | 'leaving') => {
    if (name !== before) dispatch(sessionRenamed({ sessionId: session.id, name }));
    end(by);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return; // the input method is still composing characters
    if (event.key !== 'Escape' && event.key !== 'Enter') return;
    event.preventDefault();
    if (event.key === 'Escape') end('key');
    else if (name === '') notices.error(t('playground.session_name_needed'));
    else keep('key');
  };
  const onBlur = () => {
    if (isDone.current) return;
    if (name === '') end('leaving');
    else keep('leaving');
  };

  return (
    <InputGroup
      autoFocus
      className="session-select"
      aria-label={t('playground.session_name')}
      aria-invalid={name === ''}
      maxLength={SESSION_NAME_MAX}
      value={text}
      onFocus={event => event.currentTarget.select()}
      onValueChange={setText}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    />
  );
}
