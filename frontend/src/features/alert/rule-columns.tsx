import { Intent, Tag } from '@blueprintjs/core';
import { alertKinds, type AlertReceiverView, type AlertRuleView } from '@contracts';
import { type TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { type QuotaDisplay } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';
import { receiverName, ruleName, sentenceLanguage, severityIntent } from './alert-names';
import { RowActions } from './RowActions';
import { saidCondition } from './rule-condition';

/** The actions of a row of the rules. */
export interface RuleActions {
  readonly edit: (rule: AlertRuleView) => void;
  readonly toggle: (rule: AlertRuleView) => void;
  readonly test: (rule: AlertRuleView) => void;
  readonly remove: (rule: AlertRuleView) => void;
}

interface RuleColumnsContext {
  readonly t: TFunction;
  readonly language: string;
  readonly display: QuotaDisplay;
  readonly receivers: readonly AlertReceiverView[];
  readonly actions: RuleActions;
}

interface PartProps extends RuleColumnsContext {
  readonly rule: AlertRuleView;
}

function Name({ rule, t, language }: PartProps) {
  const { severity, kind } = rule;
  return (
    <span className="alert-saying">
      <span className="cluster">
        <strong className="cell-wide">{ruleName(rule, language)}</strong>
        <Tag minimal intent={severityIntent(severity)}>
          {t(`alert.severity_${severity}`)}
        </Tag>
      </span>
      {rule.name !== '' && <span className="muted">{alertKinds[kind].title[sentenceLanguage(language)]}</span>}
    </span>
  );
}

function Told({ rule, receivers, t }: PartProps) {
  const told = receivers.filter(({ id }) => rule.receiver_ids.includes(id));
  if (told.length === 0) return <span className="muted">{t('alert.nobody')}</span>;
  return <span className="cell-wide">{told.map(receiver => receiverName(receiver, t)).join(', ')}</span>;
}

function Actions({ rule, t, language, actions }: PartProps) {
  const name = ruleName(rule, language);
  return (
    <RowActions
      name={name}
      isOn={rule.enabled}
      question={t('alert.delete_rule_question', { name })}
      warning={t('alert.delete_rule_warning')}
      onToggle={() => actions.toggle(rule)}
      onEdit={() => actions.edit(rule)}
      onTest={() => actions.test(rule)}
      onRemove={() => actions.remove(rule)}
    />
  );
}

/** The columns of the rules. */
export function ruleColumns(context: RuleColumnsContext): readonly Column<AlertRuleView>[] {
  const { t } = context;
  return [
    { id: 'name', header: t('alert.rule'), render: rule => <Name rule={rule} {...context} /> },
    {
      id: 'condition',
      header: t('alert.condition'),
      render: rule => <span className="alert-condition">{saidCondition(rule, context.t, context.display)}</span>,
    },
    { id: 'told', header: t('alert.receivers'), render: rule => <Told rule={rule} {...context} /> },
    {
      id: 'firing',
      header: t('alert.fires_now'),
      isNumeric: true,
      render: ({ firing }) =>
        firing === 0 ? (
          <span className="muted">0</span>
        ) : (
          <Link to="/alert?state=firing">
            <Tag intent={Intent.DANGER}>{firing}</Tag>
          </Link>
        ),
    },
    { id: 'actions', header: t('common.actions'), render: rule => <Actions rule={rule} {...context} /> },
  ];
}
