import { Button, Callout, NonIdealState, Spinner } from '@blueprintjs/core';
import { Error as ErrorIcon, EyeOpen, InfoSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { PageContent } from '../../shared/foreign/PageContent';
import { useGetAboutQuery } from '../../base/site/site-api';
import { useStatus } from '../../base/site/use-status';

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
  if (isLoading) return <Spinner className="table-spinner" aria-label={t('common.loading')} />;
  if (isError) {
    const retry = <Button text={t('common.retry')} onClick={() => void refetch()} />;
    return <NonIdealState icon={<ErrorIcon size={32} />} title={t('common.load_failed')} action={retry} />;
  }
  return (
    <>
      <PrivacyNote />
      {data ? (
        <PageContent text={data} title={t('shell.about')} />
      ) : (
        <NonIdealState icon={<InfoSign size={32} />} title={t('about_page.empty')} />
      )}
    </>
  );
}
