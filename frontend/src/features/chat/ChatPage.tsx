import { Button } from '@blueprintjs/core';
import { Chat, Cog, Share } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { notices } from '../../shared/dialog/notices';
import { useAppSelector } from '../../base/store-hooks';
import { ForeignFrame } from '../../shared/foreign/ForeignFrame';
import { useGetStatusQuery } from '../../base/site/site-api';
import { useStatus } from '../../base/site/use-status';
import { EmptyState, LoadingLines } from '../../shared/display/states';
import { ChatSetupDialog } from './ChatSetupDialog';
import { type ChatTarget } from './use-chat-setup';
import '../../styles/chat.css';

/** Opens a window that has no access to this one. */
function openWindow(address: string): void {
  void window.open(address, '_blank', 'noopener,noreferrer');
}

function QuickChat({ links }: { readonly links: readonly string[] }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(true);
  const [target, setTarget] = useState<ChatTarget | null>(null);
  const open = (chosen: ChatTarget) => {
    setAsking(false);
    setTarget(chosen);
    if (chosen.mode === 'window') openWindow(chosen.address);
  };
  const change = <Button icon={<Cog />} text={t('chat.change')} onClick={() => setAsking(true)} />;
  const again = target && (
    <Button icon={<Share />} text={t('chat.open_window')} onClick={() => openWindow(target.address)} />
  );
  return (
    <>
      {target?.mode === 'frame' ? (
        <>
          <div className="toolbar">
            {change}
            {again}
          </div>
          <ForeignFrame address={target.address} title={t('chat.title')} allow="clipboard-write" />
        </>
      ) : (
        <EmptyState
          icon={<Chat size={32} />}
          title={t('chat.title')}
          text={target ? t('chat.opened') : t('chat.intro')}
          action={
            <span className="cluster">
              {change}
              {again}
            </span>
          }
        />
      )}
      {isAsking && <ChatSetupDialog links={links} onReady={open} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Sends guests to the login page and gives the reason; users whose session ended or who signed out know it already. */
function useGuestNotice(): string | null {
  const { t } = useTranslation();
  const { user, hasExpired } = useAppSelector(state => state.session);
  const [cameAsGuest] = useState(user === null && !hasExpired);
  useEffect(() => {
    if (cameAsGuest) notices.warning(t('chat.login_first'));
  }, [cameAsGuest, t]);
  if (user) return null;
  return hasExpired ? '/login?expired=true' : '/login';
}

/** Opens an external chat client that is set up with one of the user's tokens. */
export function ChatPage() {
  const { t } = useTranslation();
  const loginPath = useGuestNotice();
  const { isLoading } = useGetStatusQuery();
  const { chat_link = '', chat_link2 = '' } = useStatus();
  const links = [...new Set([chat_link, chat_link2].map(link => link.trim()).filter(link => link !== ''))];
  if (loginPath) return <Navigate to={loginPath} replace />;
  if (isLoading) return <LoadingLines />;
  if (links.length === 0) return <EmptyState icon={<Chat size={32} />} text={t('chat.no_link')} />;
  return <QuickChat links={links} />;
}
