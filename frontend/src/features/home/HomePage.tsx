import { Card, Classes, H2, H5, Intent, Tag } from '@blueprintjs/core';
import { Role } from '@contracts';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { useRole } from '../../base/session/use-role';
import { CopyText } from '../../shared/copy/CopyText';
import { formatTime } from '../../shared/format/time';
import { PageContent } from '../../shared/foreign/PageContent';
import { useGetHomePageContentQuery, useGetStatusQuery } from '../../base/site/site-api';
import { baseAddressOf, useStatus } from '../../base/site/use-status';

function ServerState() {
  const { t } = useTranslation();
  const { data, isError } = useGetStatusQuery();
  if (isError) return <Tag intent={Intent.DANGER}>{t('home.unreachable')}</Tag>;
  if (!data) return <Tag minimal>{t('home.starting')}</Tag>;
  return (
    <span className="cluster">
      <Tag intent={Intent.SUCCESS}>{t('home.ready')}</Tag>
      <Tag minimal>{t('shell.version', { version: data.version })}</Tag>
      <Tag minimal>{t('home.running_since', { time: formatTime(data.start_time) })}</Tag>
    </span>
  );
}

interface Step {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

function useSteps(): readonly Step[] {
  const { t } = useTranslation();
  return [
    { path: '/login', title: t('home.step_login'), text: t('home.step_login_text') },
    { path: '/token', title: t('home.step_token'), text: t('home.step_token_text') },
    { path: '/log', title: t('home.step_call'), text: t('home.step_call_text') },
  ];
}

function Welcome() {
  const { t } = useTranslation();
  const address = baseAddressOf(useStatus());
  return (
    <div className="home">
      <H2>{t('home.title')}</H2>
      <p className={Classes.TEXT_LARGE}>{t('home.welcome')}</p>
      <p>
        <ServerState />
      </p>
      <Card className="block">
        <H5>{t('home.base_address')}</H5>
        <CopyText text={address}>
          <code className={Classes.CODE}>{address}</code>
        </CopyText>
        <p className="muted">{t('home.base_address_hint')}</p>
      </Card>
      <ol className="steps">
        {useSteps().map(({ path, title, text }, index) => (
          <li key={path}>
            <Card>
              <H5>
                <Link to={path}>
                  {index + 1}. {title}
                </Link>
              </H5>
              <p className="muted">{text}</p>
            </Card>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Shows the operator's own home page; without one, guests are welcomed, and readers begin with the overview. */
export function HomePage() {
  const { t } = useTranslation();
  const isSignedIn = useRole() > Role.Guest;
  const { data: content, isLoading } = useGetHomePageContentQuery();
  if (isLoading) return null; // a welcome that is replaced a moment later would only flicker
  if (!content && isSignedIn) return <Navigate to="/overview" replace />;
  return content ? <PageContent text={content} title={t('shell.home')} /> : <Welcome />;
}
