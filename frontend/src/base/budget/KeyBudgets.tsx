import { Button, FormGroup } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { type BudgetView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useListOwnBudgetsQuery, useRemoveOwnBudgetMutation } from './budget-api';
import { BudgetDialog } from './BudgetDialog';
import { BudgetRows } from './BudgetRows';

const none: readonly BudgetView[] = [];

/** The budgets of an own key, on its form; those that administrators have set can only be read. */
export function KeyBudgets({ tokenId, name }: { readonly tokenId: number; readonly name: string }) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const { data = none } = useListOwnBudgetsQuery();
  const [removeBudget] = useRemoveOwnBudgetMutation();
  const [open, setOpen] = useState<{ readonly budget: BudgetView | null } | null>(null);
  const mine = data.filter(({ scope, owner_id: ownerId }) => scope === 'key' && ownerId === tokenId);
  const owner = { scope: 'key', ownerId: tokenId, group: '', username: '', isOwn: true } as const;
  return (
    <FormGroup label={t('budget.of_this_key')} helperText={t('budget.key_hint')}>
      <BudgetRows
        budgets={mine}
        mayChange={({ is_own: isOwn }) => isOwn}
        onEdit={budget => setOpen({ budget })}
        onRemove={({ id }) => void announce(removeBudget(id))}
      />
      <Button size="small" icon={<Add />} text={t('budget.add')} onClick={() => setOpen({ budget: null })} />
      {open && (
        <BudgetDialog
          owner={owner}
          budget={open.budget}
          title={t('budget.title_key', { name })}
          onClose={() => setOpen(null)}
        />
      )}
    </FormGroup>
  );
}
