import { Card } from '@blueprintjs/core';
import { type Statement } from '@contracts';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../shared/format/time';
import { DataTable } from '../../shared/table/DataTable';
import { exactMoney, orderColumns, usageColumns, walletColumns } from './statement-columns';

interface SheetProps {
  readonly statement: Statement;
}

function displayOf({ quota_per_unit }: Statement) {
  return { quota_per_unit, display_in_currency: true };
}

/** From whom to whom, for which month, and when. */
function Head({ statement }: SheetProps) {
  const { t } = useTranslation();
  const { number, month, issued_time: issued, site_name, site_address, username, display_name: name } = statement;
  const owner =
    username === '' || name === '' ? name || username : t('common.with_detail', { text: name, detail: username });
  return (
    <>
      <div className="statement-head">
        <div>
          <strong>{site_name}</strong>
          <div className="statement-address">{site_address}</div>
        </div>
        <div>
          <strong>{number === 0 ? t('statement.preliminary') : t('statement.number', { number })}</strong>
          <div className="muted">{t('statement.issued', { day: formatTime(issued, 'date') })}</div>
        </div>
      </div>
      <p>{t('statement.of', { month, name: owner })}</p>
    </>
  );
}

/** What was used, by model and by key or member, and who has paid it. */
function Use({ statement }: SheetProps) {
  const { t } = useTranslation();
  const { lines, parts, total, team_id: teamId, paid_by_plans: plans, paid_by_teams: teams } = statement;
  const display = displayOf(statement);
  const title = t(teamId > 0 ? 'statement.member' : 'statement.key');
  const wallet = total.quota - plans - teams;
  const payers = plans === 0 && teams === 0 ? [] : [t('statement.by_wallet', { amount: exactMoney(wallet, display) })];
  if (plans !== 0) payers.unshift(t('statement.by_plans', { amount: exactMoney(plans, display) }));
  if (teams !== 0) payers.unshift(t('statement.by_teams', { amount: exactMoney(teams, display) }));
  return (
    <>
      <DataTable
        label={t('statement.title')}
        columns={usageColumns(t, display, t('statement.model'))}
        rows={lines.map((line, key) => ({ ...line, key, name: line.model }))}
        keyOf={({ key }) => key}
        emptyText={t('statement.nothing_used')}
      />
      <p className="statement-total">
        {t('statement.total')} <strong>{exactMoney(total.quota, display)}</strong>
        {payers.length > 0 && <span className="muted"> {payers.join(t('common.between_names'))}</span>}
      </p>
      {parts.length > 0 && (
        <DataTable
          label={title}
          columns={usageColumns(t, display, title)}
          rows={parts.map((part, key) => ({ ...part, key }))}
          keyOf={({ key }) => key}
        />
      )}
    </>
  );
}

/** The way from one balance to the next. */
function Wallet({ statement }: SheetProps) {
  const { t } = useTranslation();
  const { balance } = statement;
  if (!balance) return <p className="muted">{t('statement.no_balance')}</p>;
  const rows = [
    { kind: 'begin', quota: balance.begin } as const,
    ...balance.changes,
    { kind: 'end', quota: balance.end } as const,
  ];
  return (
    <DataTable
      label={t('statement.wallet')}
      columns={walletColumns(t, displayOf(statement))}
      rows={rows.map((row, key) => ({ ...row, key }))}
      keyOf={({ key }) => key}
    />
  );
}

/** A statement as it is printed. */
export function StatementSheet({ statement }: SheetProps) {
  const { t } = useTranslation();
  const { orders, tax_name: taxName } = statement;
  return (
    <Card className="statement-sheet">
      <Head statement={statement} />
      <Use statement={statement} />
      <Wallet statement={statement} />
      {orders.length > 0 && (
        <DataTable
          label={t('statement.orders')}
          columns={orderColumns(t, displayOf(statement), taxName)}
          rows={orders.map((order, key) => ({ ...order, key }))}
          keyOf={({ key }) => key}
        />
      )}
    </Card>
  );
}
