import { type PlanView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreatePlanMutation, useEditPlanMutation } from '../../base/plan/plan-api';
import { useStatus } from '../../base/site/use-status';
import { notices } from '../../shared/dialog/notices';
import { useKeptDraft } from '../../shared/form/kept-drafts';
import { findPlanFault, newPlanDraft, toPlanDraft, toPlanEdit, type PlanDraft, type PlanFault } from './plan-draft';

/**
 * The state of the form of a plan and its one action.
 *
 * @param plan the one to change, or null for a new one
 */
export function usePlanForm(plan: PlanView | null, onDone: () => void) {
  const { t } = useTranslation();
  const status = useStatus();
  const { draft, setDraft, kept } = useKeptDraft<PlanDraft>(`plan/${plan?.id ?? 'new'}`, () =>
    plan ? toPlanDraft(plan, status) : newPlanDraft,
  );
  const [fault, setFault] = useState<PlanFault | null>(null);
  const [createPlan, creating] = useCreatePlanMutation();
  const [editPlan, editing] = useEditPlanMutation();

  const submit = async () => {
    const found = findPlanFault(draft, status);
    setFault(found);
    if (found) return;
    const edit = toPlanEdit(draft, status);
    const { error } = await (plan ? editPlan({ id: plan.id, ...edit }) : createPlan(edit));
    if (error) return; // the listener shows the error; the form stays open
    kept.discard();
    notices.success(t('plan.saved'));
    onDone();
  };

  return {
    draft,
    kept,
    fault,
    isBusy: creating.isLoading || editing.isLoading,
    set: (changes: Partial<PlanDraft>) => {
      setFault(null);
      setDraft(current => ({ ...current, ...changes }));
    },
    submit,
  };
}
