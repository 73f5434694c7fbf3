import { type BudgetView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { useKeptDraft, type KeptDraft } from '../../shared/form/kept-drafts';
import { useStatus } from '../site/use-status';
import {
  useChangeBudgetMutation,
  useChangeOwnBudgetMutation,
  useCreateBudgetMutation,
  useCreateOwnBudgetMutation,
} from './budget-api';
import {
  findBudgetFault,
  newBudgetDraft,
  toBudgetDraft,
  toTerms,
  type BudgetDraft,
  type BudgetFault,
} from './budget-draft';

/** Whom a new budget is for; a user may be named. */
export interface BudgetOwner {
  readonly scope: BudgetView['scope'];
  readonly ownerId: number;
  readonly group: string;
  readonly username: string;
  /** The reader sets it for an own key. */
  readonly isOwn: boolean;
}

/**
 * The state of the form of a budget and its one action.
 *
 * @param budget the one to change, or null for a new one
 */
export function useBudgetForm(owner: BudgetOwner, budget: BudgetView | null, onDone: (kept: KeptDraft) => void) {
  const { t } = useTranslation();
  const status = useStatus();
  // Whom a new one is for may be chosen below, so that the name holds only what the form was opened for.
  const name = budget
    ? `budget/${budget.id}`
    : `budget/new/${owner.ownerId > 0 ? `${owner.scope}/${owner.ownerId}` : ''}`;
  const { draft, setDraft, kept } = useKeptDraft<BudgetDraft>(name, () =>
    budget ? toBudgetDraft(budget, status) : newBudgetDraft(),
  );
  const [fault, setFault] = useState<BudgetFault | null>(null);
  const [createBudget, creating] = useCreateBudgetMutation();
  const [changeBudget, changing] = useChangeBudgetMutation();
  const [createOwn, creatingOwn] = useCreateOwnBudgetMutation();
  const [changeOwn, changingOwn] = useChangeOwnBudgetMutation();

  const send = () => {
    const terms = toTerms(draft, status);
    const { scope, ownerId, group, username, isOwn } = owner;
    if (budget) return (isOwn ? changeOwn : changeBudget)({ id: budget.id, ...terms });
    if (isOwn) return createOwn({ owner_id: ownerId, ...terms });
    return createBudget({ scope, owner_id: ownerId, group, username, ...terms });
  };

  const submit = async () => {
    const found = findBudgetFault(draft, status);
    setFault(found);
    if (found) return;
    const { error } = await send();
    if (error) return; // the listener shows the error; the form stays open
    notices.success(t('budget.saved'));
    onDone(kept);
  };

  return {
    draft,
    kept,
    fault,
    isBusy: [creating, changing, creatingOwn, changingOwn].some(({ isLoading }) => isLoading),
    set: (changes: Partial<BudgetDraft>) => {
      setFault(null);
      setDraft(current => ({ ...current, ...changes }));
    },
    submit,
  };
}
