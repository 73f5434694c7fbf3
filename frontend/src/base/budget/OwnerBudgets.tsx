import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type BudgetView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { LoadingLines } from '../../shared/display/states';
import { useListBudgetsQuery, useRemoveBudgetMutation } from './budget-api';
import { BudgetForm } from './BudgetDialog';
import { BudgetRows } from './BudgetRows';

/** More than one key or user can have. */
const ALL = 100;

interface OwnerBudgetsProps {
  readonly scope: 'key' | 'user';
  readonly ownerId: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** The budgets of a key or user, for administrators; the form of the first one opens at once. */
export function OwnerBudgets({ scope, ownerId, name, onClose }: OwnerBudgetsProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const { data, isError } = useListBudgetsQuery({ page: 1, size: ALL, scope, ownerId });
  const [removeBudget] = useRemoveBudgetMutation();
  const [open, setOpen] = useState<{ readonly budget: BudgetView | null } | null>(null);
  const rows = data?.rows ?? [];
  const isForm = open !== null || (data && rows.length === 0);
  const close = open === null || rows.length === 0 ? onClose : () => setOpen(null);
  return (
    <Dialog isOpen title={t(`budget.title_${scope}`, { name })} onClose={close}>
      {isForm ? (
        <BudgetForm
          owner={{ scope, ownerId, group: '', username: '', isOwn: false }}
          budget={open?.budget ?? null}
          onClose={close}
        />
      ) : (
        <>
          <DialogBody>
            {isError && <p role="alert">{t('budget.failed')}</p>}
            {!data && !isError && <LoadingLines count={3} />}
            <BudgetRows
              budgets={rows}
              mayChange={() => true}
              onEdit={budget => setOpen({ budget })}
              onRemove={({ id }) => void announce(removeBudget(id))}
            />
          </DialogBody>
          <DialogFooter
            actions={
              <>
                <Button text={t('common.close')} onClick={onClose} />
                <Button intent={Intent.PRIMARY} text={t('budget.add')} onClick={() => setOpen({ budget: null })} />
              </>
            }
          />
        </>
      )}
    </Dialog>
  );
}
