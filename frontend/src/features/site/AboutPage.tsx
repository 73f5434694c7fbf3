import { Button, NonIdealState, Spinner } from '@blueprintjs/core';
import { Error as ErrorIcon, InfoSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { PageContent } from '../../shared/foreign/PageContent';
import { useGetAboutQuery } from '../../base/site/site-api';

/** The operator's page about the site and its offers: an external page in a frame, or a text. */
export function AboutPage() {
  const { t } = useTranslation();
  const { data, isLoading, isError, refetch } = useGetAboutQuery();
  if (isLoading) return <Spinner className="table-spinner" aria-label={t('common.loading')} />;
  if (isError) {
    const retry = <Button text={t('common.retry')} onClick={() => void refetch()} />;
    return <NonIdealState icon={<ErrorIcon size={32} />} title={t('common.load_failed')} action={retry} />;
  }
  if (!data) return <NonIdealState icon={<InfoSign size={32} />} title={t('about_page.empty')} />;
  return <PageContent text={data} title={t('about_page.title')} />;
}
