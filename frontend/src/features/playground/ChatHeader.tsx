import { Button } from '@blueprintjs/core';
import { Add, Code, Eraser, MenuClosed, MenuOpen, Settings, Trash } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { usePlaygroundDispatch } from './playground-hooks';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { openSession, removeSession } from './answering';
import { contextOf, type ChatSession } from './conversation';
import { contextCleared } from './playground-slice';
import { SessionPicker } from './SessionPicker';

interface ChatHeaderProps {
  readonly sessions: readonly ChatSession[];
  /** Undefined before the first question. */
  readonly session: ChatSession | undefined;
  readonly isBusy: boolean;
  /** Opens the settings, which are in a dialog on narrow screens. */
  readonly onShowSettings: () => void;
  /** Opens the conversation as code. */
  readonly onShowCode: () => void;
  /** On wide screens the settings are beside the conversation, unless they are folded. */
  readonly areSettingsFolded: boolean;
  readonly onFoldSettings: () => void;
}

function FoldButton({ isFolded, onClick }: { readonly isFolded: boolean; readonly onClick: () => void }) {
  const { t } = useTranslation();
  const label = isFolded ? t('playground.show_settings') : t('playground.hide_settings');
  return (
    <Button
      className="wide-settings"
      variant="minimal"
      icon={isFolded ? <MenuOpen /> : <MenuClosed />}
      aria-label={label}
      aria-expanded={!isFolded}
      title={label}
      onClick={onClick}
    />
  );
}

/** The name of the current conversation, and the actions on it as a whole. */
export function ChatHeader({ sessions, session, isBusy, ...settings }: ChatHeaderProps) {
  const { t } = useTranslation();
  const dispatch = usePlaygroundDispatch();
  const isEmpty = !session || session.messages.length === 0;
  return (
    <div className="chat-header">
      <FoldButton isFolded={settings.areSettingsFolded} onClick={settings.onFoldSettings} />
      <SessionPicker sessions={sessions} session={session} />
      <Button
        icon={<Add />}
        text={<span className="wide-only">{t('playground.new_session')}</span>}
        aria-label={t('playground.new_session')}
        disabled={isEmpty}
        onClick={() => dispatch(openSession())}
      />
      {session && (
        <ConfirmButton
          variant="minimal"
          icon={<Trash />}
          aria-label={t('playground.delete_session')}
          title={t('playground.delete_session')}
          question={t('playground.delete_session_question')}
          confirmLabel={t('common.delete')}
          onConfirm={() => {
            dispatch(removeSession(session.id));
            notices.success(t('playground.session_deleted'));
          }}
        />
      )}
      <span className="chat-header-end">
        <Button
          variant="minimal"
          icon={<Code />}
          aria-label={t('playground.view_code')}
          title={t('playground.view_code')}
          onClick={settings.onShowCode}
        />
        <Button
          variant="minimal"
          icon={<Eraser />}
          text={<span className="wide-only">{t('playground.clear_context')}</span>}
          aria-label={t('playground.clear_context')}
          title={t('playground.clear_context')}
          disabled={isBusy || !session || contextOf(session).length === 0}
          onClick={() => session && dispatch(contextCleared(session.id))}
        />
        <Button
          className="narrow-settings"
          variant="minimal"
          icon={<Settings />}
          aria-label={t('playground.settings')}
          title={t('playground.settings')}
          onClick={settings.onShowSettings}
        />
      </span>
    </div>
  );
}
