import { Callout } from '@blueprintjs/core';
import { EyeOpen, InfoSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { PageContent } from '../../shared/foreign/PageContent';
import { useGetAboutQuery } from '../../base/site/site-api';
import { useStatus } from '../../base/site/use-status';
import { EmptyState, ErrorState, LoadingLines } from '../../shared/display/states';

/** Tells everybody, before they have an account, that this site may record what is sent to it. */
function PrivacyNote() {
  const { t } = useTranslation();
  const { inspector } = useStatus();
  if (!inspector) return null;
  return (
    <Callout className="block" compact icon={<EyeOpen />}>
      {t('inspector.site_note')}
    </Callout>
  );
}

/** The operator's page about the site and its offers: an external page in a frame, or a text. */
export function AboutPage() {
  const { t } = useTranslation();
  const { data, isLoading, isError, refetch } = useGetAboutQuery();
  if (isLoading) return <LoadingLines />;
  if (isError) return <ErrorState onRetry={() => void refetch()} />;
  return (
    <>
      <PrivacyNote />
      {data ? (
        <PageContent text={data} title={t('shell.about')} />
      ) : (
        <EmptyState icon={<InfoSign size={32} />} text={t('about_page.empty')} />
      )}
    </>
  );
}
