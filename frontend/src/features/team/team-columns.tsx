import { type TeamSummary } from '@contracts';
import { type TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { formatCompact, formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';

/** The columns of the teams. */
export function teamColumns({
  t,
  display,
}: {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
}): readonly Column<TeamSummary>[] {
  return [
    {
      id: 'name',
      header: t('team.name'),
      render: ({ id, name }) => (
        <span className="cell-wide">
          <Link to={`/team/${id}`}>{name}</Link>
        </span>
      ),
    },
    { id: 'role', header: t('team.role'), render: ({ role }) => (role === 0 ? '–' : t(`team.role_${role}`)) },
    { id: 'owner', header: t('team.owner'), render: ({ owner_name: name }) => name },
    {
      id: 'members',
      header: t('team.members'),
      isNumeric: true,
      render: ({ member_count: count }) => formatCompact(count),
    },
    {
      id: 'balance',
      header: t('team.balance'),
      isNumeric: true,
      render: ({ balance }) => formatQuota(balance, display),
    },
    {
      id: 'used',
      header: t('team.used'),
      isNumeric: true,
      render: ({ used_quota: used }) => formatQuota(used, display),
    },
  ];
}
