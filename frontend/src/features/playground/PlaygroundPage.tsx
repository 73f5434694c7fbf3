import { Card, Dialog, DialogBody, H3 } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaygroundDispatch, usePlaygroundSelector } from './playground-hooks';
import { stop } from './answering';
import { ChatHeader } from './ChatHeader';
import { CodeDialog } from './CodeDialog';
import { Composer } from './Composer';
import { isRunning } from './conversation';
import { MessageList } from './MessageList';
import { playgroundOpened } from './playground-slice';
import { ReplayNotice } from './ReplayNotice';
import { SettingsPanel } from './SettingsPanel';
import { useComposer } from './use-composer';
import { usePlaygroundSettings } from './use-playground-settings';
import { useReplay } from './use-replay';
import { useFold } from '../../base/site/use-fold';
import '../../styles/playground.css';

function Playground() {
  const { t } = useTranslation();
  const dispatch = usePlaygroundDispatch();
  const { sessions, currentId } = usePlaygroundSelector(state => state.playground);
  const session = sessions.find(({ id }) => id === currentId);
  const isBusy = session?.messages.some(isRunning) ?? false;
  const choice = usePlaygroundSettings();
  const replay = useReplay(choice);
  const composer = useComposer({ model: choice.settings.model, isBusy });
  const [isShowingSettings, setShowingSettings] = useState(false);
  const [isShowingCode, setShowingCode] = useState(false);
  const { isFolded, toggle } = useFold('playground-folded');
  return (
    <div className={`playground${isFolded ? ' playground-folded' : ''}`}>
      {!isFolded && (
        <Card className="playground-settings" aria-label={t('playground.settings')} role="region">
          <H3 className="page-title">{t('playground.title')}</H3>
          <SettingsPanel choice={choice} />
        </Card>
      )}
      <Card className="playground-chat">
        <ChatHeader
          sessions={sessions}
          session={session}
          isBusy={isBusy}
          onShowSettings={() => setShowingSettings(true)}
          onShowCode={() => setShowingCode(true)}
          areSettingsFolded={isFolded}
          onFoldSettings={toggle}
        />
        <ReplayNotice replay={replay} />
        <MessageList session={session} pointedId={replay.questionId} />
        <Composer
          composer={composer}
          isBusy={isBusy}
          isToBeWritten={replay.isToBeWritten}
          onStop={() => dispatch(stop(currentId))}
        />
      </Card>
      <Dialog isOpen={isShowingSettings} title={t('playground.settings')} onClose={() => setShowingSettings(false)}>
        <DialogBody>
          <SettingsPanel choice={choice} />
        </DialogBody>
      </Dialog>
      {isShowingCode && (
        <CodeDialog session={session} settings={choice.settings} onClose={() => setShowingCode(false)} />
      )}
    </div>
  );
}

/** A chat with a model for a signed-in user, without a token. */
export function PlaygroundPage() {
  const dispatch = usePlaygroundDispatch();
  const userId = usePlaygroundSelector(state => state.session.user?.id ?? 0);
  const isOwn = usePlaygroundSelector(state => state.playground.ownerId === userId);
  useEffect(() => {
    // For a moment no user is signed in before the login page opens; the same user finds everything unchanged
    // afterwards.
    if (userId !== 0) dispatch(playgroundOpened(userId));
  }, [dispatch, userId]);
  // The conversations of the previous user are not shown, not even for a moment.
  return isOwn ? <Playground /> : null;
}
