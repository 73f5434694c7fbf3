import { Button, Card, H5, Intent, Tag } from '@blueprintjs/core';
import { type InspectRuleView } from '@contracts';
import { type TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../shared/dialog/ConfirmButton';
import { useAnnounce } from '../../../shared/dialog/use-announce';
import { TimeCell } from '../../../shared/display/TimeCell';
import { AddButton } from '../../../shared/table/AddButton';
import { type Column } from '../../../shared/table/column';
import { DataTable } from '../../../shared/table/DataTable';
import { useEndInspectRuleMutation, useListInspectRulesQuery } from './inspect-rule-api';
import { RuleDrawer } from './RuleDrawer';
import '../../../styles/inspector.css';

/** Which calls a rule records, in tags; one without limits records every call. */
function Scope({ rule, t }: { readonly rule: InspectRuleView; readonly t: TFunction }) {
  const named = (label: string, id: number, name: string) => `${label} ${name === '' ? `#${id}` : name}`;
  const scopes = [
    rule.user_id > 0 && named(t('inspector.user'), rule.user_id, rule.username),
    rule.token_id > 0 && named(t('inspector.key'), rule.token_id, rule.token_name),
    rule.channel_id > 0 && named(t('inspector.channel'), rule.channel_id, rule.channel_name),
    rule.model_name !== '' && `${t('inspector.model')} ${rule.model_name}`,
  ].filter(scope => scope !== false);
  return (
    <span className="cluster">
      {scopes.map(scope => (
        <Tag key={scope} minimal>
          {scope}
        </Tag>
      ))}
      {scopes.length === 0 && (
        <Tag minimal intent={Intent.WARNING}>
          {t('inspector.every_call')}
        </Tag>
      )}
      {rule.only_failures && (
        <Tag minimal intent={Intent.DANGER}>
          {t('inspector.rule_failures')}
        </Tag>
      )}
    </span>
  );
}

function columnsOf(t: TFunction, end: (id: number) => void): readonly Column<InspectRuleView>[] {
  return [
    { id: 'scope', header: t('inspector.calls'), render: rule => <Scope rule={rule} t={t} /> },
    { id: 'share', header: t('inspector.share'), isNumeric: true, render: rule => `${rule.per_mille / 10}%` },
    { id: 'until', header: t('inspector.until'), render: rule => <TimeCell seconds={rule.expired_time} /> },
    {
      id: 'by',
      header: t('inspector.made_by'),
      render: rule => (
        <span className="cluster">
          {rule.created_by}
          {rule.is_own && <Tag minimal>{t('inspector.own')}</Tag>}
        </span>
      ),
    },
    { id: 'note', header: t('inspector.rule_note'), render: rule => <span className="cell-clip">{rule.note}</span> },
    {
      id: 'actions',
      header: t('common.actions'),
      render: rule => (
        <ConfirmButton
          size="small"
          variant="minimal"
          text={t('inspector.end')}
          question={t('inspector.end_question')}
          onConfirm={() => end(rule.id)}
        />
      ),
    },
  ];
}

/** The rules in force. */
export function RulesCard() {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const { data, isFetching, isError, refetch } = useListInspectRulesQuery();
  const [endRule] = useEndInspectRuleMutation();
  const [isAdding, setAdding] = useState(false);
  const add = () => setAdding(true);
  const columns = useMemo(() => columnsOf(t, id => void announce(endRule(id))), [t, announce, endRule]);
  return (
    <Card className="draft-card">
      <H5>{t('inspector.rules')}</H5>
      <p className="muted">{t('inspector.rules_hint')}</p>
      <div className="toolbar">
        <AddButton text={t('inspector.rule_add')} onAdd={add} />
      </div>
      <DataTable
        label={t('inspector.rules')}
        columns={columns}
        rows={data}
        isFetching={isFetching}
        hasFailed={isError}
        onRetry={() => void refetch()}
        keyOf={rule => rule.id}
        emptyText={t('inspector.rules_empty')}
        emptyAction={<Button intent={Intent.PRIMARY} text={t('inspector.rule_add')} onClick={add} />}
      />
      {isAdding && <RuleDrawer onClose={() => setAdding(false)} />}
    </Card>
  );
}
