import { type AlertReceiverView, type AlertRuleView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptDraft, type KeptDraft } from '../../shared/form/kept-drafts';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useCreateAlertRuleMutation, useEditAlertRuleMutation } from './alert-api';
import { findRuleFault, newRuleDraft, toRuleDraft, toRuleSave, type RuleDraft, type RuleFault } from './rule-form';

export interface RuleFormOptions {
  /** The rule to edit, or null for a new one. */
  readonly rule: AlertRuleView | null;
  readonly receivers: readonly AlertReceiverView[];
  /** Called after the server has accepted the request. */
  readonly onDone: () => void;
}

export interface RuleForm {
  readonly draft: RuleDraft;
  readonly kept: KeptDraft;
  readonly isBusy: boolean;
  readonly set: (changes: Partial<RuleDraft>) => void;
  readonly faultText: (fault: RuleFault) => string | undefined;
  readonly submit: () => Promise<void>;
}

/** The state of the form of a rule and its one action. */
export function useRuleForm({ rule, receivers, onDone }: RuleFormOptions): RuleForm {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const { draft, setDraft, kept } = useKeptDraft(`alert-rule/${rule?.id ?? 'new'}`, () =>
    rule
      ? toRuleDraft(rule)
      : newRuleDraft(
          'error_rate',
          receivers.map(({ id }) => id),
        ),
  );
  const [fault, setFault] = useState<RuleFault | null>(null);
  const [createRule, { isLoading: isCreating }] = useCreateAlertRuleMutation();
  const [editRule, { isLoading: isEditing }] = useEditAlertRuleMutation();
  return {
    draft,
    kept,
    isBusy: isCreating || isEditing,
    set: changes => {
      setFault(null);
      setDraft(current => ({ ...current, ...changes }));
    },
    faultText: name => (fault === name ? t(`alert.fault_${name}`) : undefined),
    submit: async () => {
      const found = findRuleFault(draft);
      setFault(found);
      if (found) return;
      const request = toRuleSave(draft);
      const isDone = await announce(rule ? editRule({ id: rule.id, ...request }) : createRule(request));
      if (!isDone) return;
      kept.discard();
      onDone();
    },
  };
}
