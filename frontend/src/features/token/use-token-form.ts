import { type TokenView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  findBudgetFault,
  newBudgetDraft,
  toFirstBudget,
  type BudgetDraft,
  type BudgetFault,
} from '../../base/budget/budget-draft';
import { useStatus } from '../../base/site/use-status';
import { useKeptDraft, type KeptDraft } from '../../shared/form/kept-drafts';
import { notices } from '../../shared/dialog/notices';
import { useCreateTokensMutation, useEditTokenMutation } from './token-api';
import {
  findTokenFault,
  newTokenDraft,
  toCreates,
  toDraft,
  toEdit,
  type TokenDraft,
  type TokenFault,
} from './token-form';

export interface TokenForm {
  readonly draft: TokenDraft;
  readonly kept: KeptDraft;
  readonly fault: TokenFault | null;
  /** The budget with which new tokens begin; none while its amount is empty. */
  readonly budget: BudgetDraft;
  readonly budgetFault: BudgetFault | null;
  readonly setBudget: (changes: Partial<BudgetDraft>) => void;
  readonly isBusy: boolean;
  readonly set: (changes: Partial<TokenDraft>) => void;
  readonly submit: () => Promise<void>;
}

/**
 * The state and the submit action of the token form.
 *
 * @param token the token to edit, or null to create one
 * @param onDone called after the server has accepted the token
 * @param onCreate called before a single token is created, so that it can be told from those before it
 */
export function useTokenForm(token: TokenView | null, onDone: () => void, onCreate: () => void): TokenForm {
  const { t } = useTranslation();
  const [loaded] = useState(() => (token ? toDraft(token) : null));
  const { draft, setDraft, kept } = useKeptDraft(`token/${token?.id ?? 'new'}`, () => loaded ?? newTokenDraft);
  const [fault, setFault] = useState<TokenFault | null>(null);
  const status = useStatus();
  const [budget, setBudget] = useState(newBudgetDraft);
  const [budgetFault, setBudgetFault] = useState<BudgetFault | null>(null);
  const hasBudget = !token && budget.amount.trim() !== '';
  const [createTokens, { isLoading: isCreating }] = useCreateTokensMutation();
  const [editToken, { isLoading: isEditing }] = useEditTokenMutation();

  const submit = async () => {
    const found = findTokenFault(draft, loaded);
    setFault(found);
    if (found) return notices.error(t(`token.fault_${found}`));
    const wrongBudget = hasBudget ? findBudgetFault(budget, status) : null;
    setBudgetFault(wrongBudget);
    if (wrongBudget) return notices.error(t(`budget.fault_${wrongBudget}`));
    if (!token && Number(draft.count) === 1) onCreate();
    const begun = hasBudget ? { budget: toFirstBudget(budget, status) } : {};
    const { error } = token
      ? await editToken(toEdit(draft, token))
      : await createTokens(toCreates(draft).map(create => ({ ...create, ...begun })));
    if (error) return; // the listener shows the error; the form stays open
    notices.success(token ? t('token.edited') : t('token.created', { count: Number(draft.count) }));
    kept.discard();
    onDone();
  };

  return {
    draft,
    kept,
    fault,
    budget,
    budgetFault,
    setBudget: changes => {
      setBudgetFault(null);
      setBudget(current => ({ ...current, ...changes }));
    },
    isBusy: isCreating || isEditing,
    set: changes => {
      setFault(null);
      setDraft(current => ({ ...current, ...changes }));
    },
    submit,
  };
}
