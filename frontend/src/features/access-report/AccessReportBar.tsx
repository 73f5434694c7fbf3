import { HTMLSelect } from '@blueprintjs/core';
import { PAGE_SIZE_MAX, accessEndpoints, type TokenView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { useListTokensQuery } from '../../base/token-list-api';
import { type AccessState } from './use-access-report';

const noTokens: readonly TokenView[] = [];

/** The own keys, newest first; a key of another user, or one beyond that list, is shown by its number. */
function KeySelect({ state: { table, tokenId } }: { readonly state: AccessState }) {
  const { t } = useTranslation();
  const { data } = useListTokensQuery({ page: 1, size: PAGE_SIZE_MAX });
  const own = data?.rows ?? noTokens;
  const isOther = tokenId !== null && !own.some(({ id }) => id === tokenId);
  const options = [
    { value: '', label: t('access.choose_key') },
    ...(isOther ? [{ value: String(tokenId), label: t('access.other_key', { id: tokenId }) }] : []),
    ...own.map(({ id, name }) => ({ value: String(id), label: name || `#${id}` })),
  ];
  return (
    <HTMLSelect
      aria-label={t('access.key')}
      value={tokenId === null ? '' : String(tokenId)}
      options={options}
      onChange={event => table.setFilters({ token: event.currentTarget.value })}
    />
  );
}

/** The inputs of the report: the key, the model, and what else decides the routing. */
export function AccessReportBar({ state }: { readonly state: AccessState }) {
  const { t } = useTranslation();
  const { table, isAdmin, endpoint, all, one } = state;
  const { filters, setFilters } = table;
  const names = all.reach?.models.map(({ model }) => model) ?? [];
  const models = filters.model === '' || names.includes(filters.model) ? names : [filters.model, ...names];
  const refresh = () => {
    all.refetch();
    if (filters.model !== '') one.refetch();
  };
  return (
    <div className="toolbar">
      <KeySelect state={state} />
      {isAdmin && (
        <SearchInput
          label={t('access.key_number')}
          value={filters.token}
          isNumber
          onCommit={token => setFilters({ token })}
        />
      )}
      <HTMLSelect
        aria-label={t('access.model')}
        value={filters.model}
        options={[{ value: '', label: t('access.all_models') }, ...models.map(value => ({ value, label: value }))]}
        onChange={event => setFilters({ model: event.currentTarget.value })}
      />
      {filters.model === '' ? (
        <SearchInput label={t('access.find_model')} value={filters.find} onCommit={find => setFilters({ find })} />
      ) : (
        <>
          <HTMLSelect
            aria-label={t('access.endpoint')}
            value={endpoint}
            options={accessEndpoints.map(value => ({ value, label: t(`access.endpoint_${value}`) }))}
            onChange={event => setFilters({ endpoint: event.currentTarget.value })}
          />
          <SearchInput
            label={t('access.prompt_tokens')}
            value={filters.tokens}
            isNumber
            onCommit={tokens => setFilters({ tokens })}
          />
        </>
      )}
      {isAdmin && (
        <SearchInput
          label={t('access.pinned')}
          value={filters.channel}
          isNumber
          onCommit={channel => setFilters({ channel })}
        />
      )}
      {state.tokenId !== null && <RefreshButton onRefresh={refresh} />}
    </div>
  );
}
