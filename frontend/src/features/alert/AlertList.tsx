import { HTMLSelect } from '@blueprintjs/core';
import { alertKindNames, alertKinds, alertSeverities, alertStates, type AlertView } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { PagedTable } from '../../shared/table/PagedTable';
import { RefreshButton } from '../../shared/table/RefreshButton';
import { shownRows } from '../../shared/table/shown-rows';
import { useTableState } from '../../shared/table/use-table-state';
import { useRepeated } from '../../shared/timing/use-repeated';
import { useAcknowledgeAlertMutation, useListAlertsQuery } from './alert-api';
import { alertColumns } from './alert-columns';
import { sentenceLanguage } from './alert-names';

/** Every 30 seconds. */
const READ_AGAIN_MINUTES = 0.5;

const noFilters = { state: '', kind: '', severity: '' };
const listStates = ['open', ...alertStates] as const;

function oneOfNames<Name extends string>(names: readonly Name[], text: string): Name | '' {
  return names.find(name => name === text) ?? '';
}

interface FilterProps {
  readonly filters: typeof noFilters;
  readonly onFilter: (changes: Partial<typeof noFilters>) => void;
}

function Filters({ filters, onFilter }: FilterProps) {
  const { t, i18n } = useTranslation();
  const language = sentenceLanguage(i18n.language);
  return (
    <>
      <HTMLSelect
        aria-label={t('common.status')}
        value={filters.state}
        options={[
          { value: '', label: t('alert.all_states') },
          ...listStates.map(value => ({ value, label: t(`alert.state_${value}`) })),
        ]}
        onChange={event => onFilter({ state: event.currentTarget.value })}
      />
      <HTMLSelect
        aria-label={t('alert.severity')}
        value={filters.severity}
        options={[
          { value: '', label: t('alert.all_severities') },
          ...alertSeverities.map(value => ({ value, label: t(`alert.severity_${value}`) })),
        ]}
        onChange={event => onFilter({ severity: event.currentTarget.value })}
      />
      <HTMLSelect
        aria-label={t('alert.kind')}
        value={filters.kind}
        options={[
          { value: '', label: t('alert.all_kinds') },
          ...alertKindNames.map(value => ({ value, label: alertKinds[value].title[language] })),
        ]}
        onChange={event => onFilter({ kind: event.currentTarget.value })}
      />
    </>
  );
}

/** What fires now and what has ended, the newest first. */
export function AlertList() {
  const { t, i18n } = useTranslation();
  const announce = useAnnounce();
  const table = useTableState(noFilters);
  const { page, size, filters } = table;
  const list = shownRows(
    useListAlertsQuery({
      page,
      size,
      state: oneOfNames(listStates, filters.state),
      kind: oneOfNames(alertKindNames, filters.kind),
      severity: oneOfNames(alertSeverities, filters.severity),
    }),
  );
  useRepeated(list.refresh, READ_AGAIN_MINUTES);
  useListKeys({ onReload: list.refresh });
  const [acknowledgeAlert] = useAcknowledgeAlertMutation();
  const columns = useMemo(() => {
    const acknowledge = ({ id }: AlertView) => void announce(acknowledgeAlert(id));
    return alertColumns({ t, language: i18n.language, acknowledge });
  }, [t, i18n.language, announce, acknowledgeAlert]);
  return (
    <>
      <div className="toolbar">
        <Filters filters={filters} onFilter={table.setFilters} />
        <RefreshButton onRefresh={list.refresh} />
      </div>
      <PagedTable
        label={t('alert.tab_alerts')}
        columns={columns}
        list={list}
        pages={table}
        keyOf={alert => alert.id}
        emptyText={table.showAll ? t('alert.none_found') : t('alert.empty')}
        isMuted={({ state }) => state === 'ended'}
      />
    </>
  );
}
