import { Button, Dialog, DialogBody, DialogFooter, H3, HTMLSelect, Intent } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { registrationCodeStates, type RegistrationCodeState, type RegistrationCodeView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../base/site/use-status';
import { useCopy } from '../../shared/copy/use-copy';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { AddButton } from '../../shared/table/AddButton';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { shownRows } from '../../shared/table/shown-rows';
import { useTableState } from '../../shared/table/use-table-state';
import {
  useDeleteRegistrationCodeMutation,
  useListRegistrationCodesQuery,
  useSetRegistrationCodeStatusMutation,
} from './registration-api';
import { registrationColumns, stateLabels, type RegistrationRowActions } from './registration-columns';
import { registrationLink, stateOf } from './registration-form';
import { RegistrationDrawer } from './RegistrationDrawer';
import { RegistrationUses } from './RegistrationUses';

const noFilters = { keyword: '', state: '' };

function isState(text: string): text is RegistrationCodeState {
  return registrationCodeStates.some(state => state === text);
}

function useRowActions(): RegistrationRowActions {
  const announce = useAnnounce();
  const [setStatus] = useSetRegistrationCodeStatusMutation();
  const [remove] = useDeleteRegistrationCodeMutation();
  return useMemo(
    () => ({
      setStatus: ({ id }, status) => void announce(setStatus({ id, status })),
      remove: async ({ id }) => void (await announce(remove(id))),
    }),
    [announce, remove, setStatus],
  );
}

/** The links of codes that were just made. They stay readable in the table. */
function NewLinks({
  codes,
  onClose,
}: {
  readonly codes: readonly RegistrationCodeView[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const copy = useCopy();
  const count = codes.length;
  const text = codes.map(({ code }) => registrationLink(code)).join('\n');
  return (
    <Dialog isOpen title={t('joining.created', { count })} onClose={onClose}>
      <DialogBody>
        <p>{t('joining.links_hint')}</p>
        <pre className="json-text new-codes" tabIndex={0} aria-label={t('joining.codes')}>
          {text}
        </pre>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common.close')} onClick={onClose} />
            <Button
              intent={Intent.PRIMARY}
              icon={<Duplicate />}
              text={t('joining.copy_links')}
              onClick={() => copy(text, t('joining.copied', { count }))}
            />
          </>
        }
      />
    </Dialog>
  );
}

/** The page of registration codes: who may open an account here, and who did. */
export function RegistrationPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const table = useTableState(noFilters);
  const { page, size, filters, setFilters } = table;
  const state = isState(filters.state) ? filters.state : '';
  const list = shownRows(useListRegistrationCodesQuery({ page, size, keyword: filters.keyword, state }));
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<readonly RegistrationCodeView[] | null>(null);
  const actions = useRowActions();
  const columns = useMemo(() => registrationColumns({ t, display: status, actions }), [t, status, actions]);
  const add = () => setAdding(true);
  useListKeys({ onNew: add, onReload: list.refresh });
  return (
    <>
      <H3 className="page-title">{t('joining.title')}</H3>
      <div className="toolbar">
        <SearchInput
          label={t('joining.search')}
          value={filters.keyword}
          onCommit={keyword => setFilters({ ...filters, keyword })}
        />
        <HTMLSelect
          aria-label={t('joining.state')}
          value={state}
          options={[
            { value: '', label: t('joining.all_states') },
            ...registrationCodeStates.map(value => ({ value, label: t(stateLabels[value]) })),
          ]}
          onChange={event => setFilters({ ...filters, state: event.currentTarget.value })}
        />
        <AddButton text={t('joining.add')} onAdd={add} />
        <RefreshButton onRefresh={list.refresh} />
      </div>
      <PagedTable
        label={t('joining.title')}
        columns={columns}
        list={list}
        pages={table}
        keyOf={({ id }) => id}
        nameOf={({ code }) => code}
        emptyText={filters.keyword || state ? t('joining.none_found') : t('joining.empty')}
        add={{ text: t('joining.add'), onAdd: add }}
        isMuted={code => stateOf(code, Date.now()) !== 'usable'}
        renderDetail={code => (code.uses > 0 ? <RegistrationUses code={code} /> : null)}
      />
      {isAdding && <RegistrationDrawer onCreated={setMade} onClose={() => setAdding(false)} />}
      {made && <NewLinks codes={made} onClose={() => setMade(null)} />}
    </>
  );
}
