import { Callout, H3, Intent, Tab, Tabs } from '@blueprintjs/core';
import { Role } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../base/store-hooks';
import { CopyText } from '../../shared/copy/CopyText';
import { PageContent } from '../../shared/foreign/PageContent';
import { RichText } from '../../shared/foreign/RichText';
import { useAddressParameters } from '../../shared/browser/use-address-parameters';
import { baseAddressOf, useStatus } from '../../base/site/use-status';
import { LoadingLines } from '../../shared/display/states';
import { useGetDebugDocumentQuery, useGetTokenDescriptionQuery } from './token-api';
import { AllKeys } from './AllKeys';
import { TokenList } from './TokenList';

const LIST = 'list';
const DOCUMENT = 'document';
const ALL = 'all';
const TAB = 'tab';

/**
 * The plain address stands for the list. Its filters stay in the address with the document, but not with the keys of
 * everybody, whose table has filters and pages of its own.
 */
function withTab(parameters: URLSearchParams, tab: string): URLSearchParams {
  const isOtherTable = tab === ALL || parameters.get(TAB) === ALL;
  const next = new URLSearchParams(isOtherTable ? {} : parameters);
  if (tab === LIST) next.delete(TAB);
  else next.set(TAB, tab);
  return next;
}

/** The tab that an address names; only administrators have the one with everybody's keys. */
function tabOf(parameters: URLSearchParams, isAdmin: boolean): string {
  const tab = parameters.get(TAB);
  return tab === DOCUMENT || (tab === ALL && isAdmin) ? tab : LIST;
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
  if (isLoading) return <LoadingLines />;
  if (isError) return <Callout intent={Intent.DANGER}>{t('token.document_failed')}</Callout>;
  if (!data) return <p className="muted">{t('token.document_empty')}</p>;
  return <PageContent text={data} title={t('token.document')} />;
}

/** The page of the own tokens, with the operator's document about their use. */
export function TokenPage() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useAddressParameters();
  const isAdmin = useAppSelector(state => state.session.user?.role ?? Role.Guest) >= Role.Admin;
  return (
    <>
      <H3 className="page-title">{t('token.title')}</H3>
      <Banner />
      <Tabs
        id="token-tabs"
        renderActiveTabPanelOnly
        selectedTabId={tabOf(parameters, isAdmin)}
        onChange={tab => setParameters(current => withTab(current, String(tab)))}
      >
        <Tab id={LIST} title={t('token.list')} panel={<TokenList />} />
        <Tab id={DOCUMENT} title={t('token.document')} panel={<DebugDocument />} />
        {isAdmin && <Tab id={ALL} title={t('token.all_keys')} panel={<AllKeys />} />}
      </Tabs>
    </>
  );
}
