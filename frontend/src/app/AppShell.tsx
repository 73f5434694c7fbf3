import { Button, Callout, Intent } from '@blueprintjs/core';
import { Role } from '@contracts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router-dom';
import { useGetStatusQuery } from '../base/site/site-api';
import { useStatus } from '../base/site/use-status';
import { useGetSelfQuery } from '../base/session/user-api';
import { RichText } from '../shared/foreign/RichText';
import { CheckInOverlay } from '../features/check-in/CheckInButton';
import { Lantern } from '../features/site/Lantern';
import { FooterBar } from './FooterBar';
import { visibleRows } from './navigation';
import { useAppSelector } from '../base/store-hooks';
import { LoadingLines } from '../shared/display/states';
import { Sidebar } from './Sidebar';
import { TopBar } from './TopBar';
import { useDocumentTitle } from './use-document-title';
import { usePartNames } from './use-part-names';
import { useShellKeys } from './use-shell-keys';

/** The warning can be put aside until the page is loaded again; the first steps of the overview go on asking for it. */
function DefaultPasswordWarning() {
  const { t } = useTranslation();
  const [isAside, setAside] = useState(false);
  if (isAside) return null;
  return (
    <Callout className="block" intent={Intent.WARNING} compact>
      <span className="cluster">
        {t('auth.default_password')} <Link to="/setting?tab=personal">{t('auth.change_now')}</Link>
        <Button size="small" variant="minimal" text={t('auth.later')} onClick={() => setAside(true)} />
      </span>
    </Callout>
  );
}

/** The frame around every page: top bar, navigation, warnings, personal message, page, footer. */
export function AppShell() {
  const { t } = useTranslation();
  const status = useStatus();
  const { isError: isUnreachable } = useGetStatusQuery();
  const user = useAppSelector(state => state.session.user);
  useGetSelfQuery(undefined, { skip: !user }); // refreshes role, name and message of the stored user
  useDocumentTitle(status.system_name);
  usePartNames();
  const rows = visibleRows(user?.role ?? Role.Guest, status);
  useShellKeys(rows);

  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      <TopBar rows={rows} user={user} status={status} />
      <div className="shell-body">
        {user && <Sidebar rows={rows} />}
        <div className="shell-column">
          <main id="content" className="shell-content" tabIndex={-1}>
            {isUnreachable && (
              <Callout className="block" intent={Intent.DANGER} compact>
                {t('shell.no_connection')}
              </Callout>
            )}
            {status.demo === true && (
              <Callout className="block" intent={Intent.PRIMARY} compact>
                {t('shell.demo_banner')}
              </Callout>
            )}
            {status.default_password === true && user?.role === Role.Root && <DefaultPasswordWarning />}
            {user?.message_penetration && (
              <Callout className="block" intent={Intent.PRIMARY} title={t('shell.personal_message')}>
                <RichText text={user.message_penetration} form="source" />
              </Callout>
            )}
            <Suspense fallback={<LoadingLines />}>
              <Outlet />
            </Suspense>
          </main>
          <FooterBar html={status.footer_html} siteName={status.system_name} />
        </div>
      </div>
      <CheckInOverlay />
      <Lantern />
    </div>
  );
}
