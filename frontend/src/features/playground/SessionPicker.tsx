import { Button, HTMLSelect } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaygroundDispatch } from './playground-hooks';
import { titleOf, type ChatSession } from './conversation';
import { sessionChosen } from './playground-slice';
import { SessionNameField } from './SessionNameField';

interface SessionPickerProps {
  readonly sessions: readonly ChatSession[];
  /** Undefined before the first question. */
  readonly session: ChatSession | undefined;
}

/** The choice of the conversation; its name is edited in the same place. */
export function SessionPicker({ sessions, session }: SessionPickerProps) {
  const { t } = useTranslation();
  const dispatch = usePlaygroundDispatch();
  const [renamedId, setRenamedId] = useState('');
  /**
   * True when the renaming ended by a key: the focus is then on the new name, and a focused button would be pressed by
   * the release of that key.
   */
  const [isByKey, setByKey] = useState(false);
  const renamed = session && session.id === renamedId ? session : undefined;
  const options = sessions.map(each => ({ value: each.id, label: titleOf(each) || t('playground.new_session') }));
  return (
    <>
      {renamed ? (
        <SessionNameField
          key={renamed.id}
          session={renamed}
          onDone={by => {
            setByKey(by === 'key');
            setRenamedId('');
          }}
        />
      ) : (
        <HTMLSelect
          className="session-select"
          autoFocus={isByKey}
          aria-label={t('playground.session')}
          value={session?.id ?? ''}
          disabled={sessions.length === 0}
          options={sessions.length === 0 ? [{ value: '', label: t('playground.new_session') }] : options}
          onChange={event => dispatch(sessionChosen(event.currentTarget.value))}
        />
      )}
      {session && (
        <Button
          variant="minimal"
          icon={<Edit />}
          aria-label={t('playground.rename_session')}
          title={t('playground.rename_session')}
          // An empty session is not kept, and neither is its name. While the name is edited the button keeps its space:
          // an element that the reader clicks to leave the field must not move away from the pointer.
          disabled={renamed !== undefined || session.messages.length === 0}
          onClick={() => setRenamedId(session.id)}
        />
      )}
    </>
  );
}
