import { Callout, H3, Intent, Spinner, Tab, Tabs } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { PageContent } from '../../shared/foreign/PageContent';
import { RichText } from '../../shared/foreign/RichText';
import { useAddressParameters } from '../../shared/browser/use-address-parameters';
import { baseAddressOf, useStatus } from '../../base/site/use-status';
import { useGetDebugDocumentQuery, useGetTokenDescriptionQuery } from './token-api';
import { TokenList } from './TokenList';

const LIST = 'list';
const DOCUMENT = 'document';
const TAB = 'tab';

/** The plain address stands for the list, whose filters stay in the address with every tab. */
function withTab(parameters: URLSearchParams, tab: string): URLSearchParams {
  const next = new URLSearchParams(parameters);
  if (tab === LIST) next.delete(TAB);
  else next.set(TAB, tab);
  return next;
}

/** Explains how to use a token with this site, and shows the operator's own text. */
function Banner() {
  const { t } = useTranslation();
  const { data: description } = useGetTokenDescriptionQuery();
  const address = baseAddressOf(useStatus());
  return (
    <Callout className="block" intent={Intent.PRIMARY} icon={null} compact>
      <span className="cluster">
        {t('token.banner')}
        <CopyText text={address}>
          <code>{address}</code>
        </CopyText>
      </span>
      {description && <RichText text={description} />}
    </Callout>
  );
}

function DebugDocument() {
  const { t } = useTranslation();
  const { data, isLoading, isError } = useGetDebugDocumentQuery();
  if (isLoading) return <Spinner className="table-spinner" aria-label={t('common.loading')} />;
  if (isError) return <Callout intent={Intent.DANGER}>{t('token.document_failed')}</Callout>;
  if (!data) return <p className="muted">{t('token.document_empty')}</p>;
  return <PageContent text={data} title={t('token.document')} />;
}

/** The page of the own tokens, with the operator's document about their use. */
export function TokenPage() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useAddressParameters();
  return (
    <>
      <H3 className="page-title">{t('token.title')}</H3>
      <Banner />
      <Tabs
        id="token-tabs"
        renderActiveTabPanelOnly
        selectedTabId={parameters.get(TAB) === DOCUMENT ? DOCUMENT : LIST}
        onChange={tab => setParameters(current => withTab(current, String(tab)))}
      >
        <Tab id={LIST} title={t('token.list')} panel={<TokenList />} />
        <Tab id={DOCUMENT} title={t('token.document')} panel={<DebugDocument />} />
      </Tabs>
    </>
  );
}
