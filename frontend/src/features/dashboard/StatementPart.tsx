import { InputGroup } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../base/session/use-role';
import { StatementView } from '../../base/statement/StatementView';
import { useAppSelector } from '../../base/store-hooks';
import { useTableState } from '../../shared/table/use-table-state';

const noChoices = { tab: 'usage', month: '', user: '' };

/** Statements by month: the own, or those of any user for administrators. */
export function StatementPart() {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  const ownId = useAppSelector(state => state.session.user?.id ?? 0);
  const { filters, setFilters } = useTableState(noChoices);
  const asked = /^[1-9]\d*$/.test(filters.user) ? Number(filters.user) : ownId;
  return (
    <StatementView
      owner={{ userId: isAdmin ? asked : null }}
      month={filters.month}
      onMonth={month => setFilters({ month })}
    >
      {isAdmin && (
        <InputGroup
          type="number"
          min={1}
          aria-label={t('report.user_id')}
          placeholder={t('report.user_id')}
          defaultValue={filters.user}
          onBlur={event => setFilters({ user: event.currentTarget.value })}
          onKeyDown={event => {
            if (event.key === 'Enter') setFilters({ user: event.currentTarget.value });
          }}
        />
      )}
    </StatementView>
  );
}
