import { Dialog, DialogBody } from '@blueprintjs/core';
import { type BudgetView } from '@contracts';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialogFooter } from '../../shared/dialog/FormDialogFooter';
import { joinKept, type KeptDraft } from '../../shared/form/kept-drafts';
import { RestoredNote } from '../../shared/form/RestoredNote';
import { BudgetFields } from './BudgetFields';
import { useBudgetForm, type BudgetOwner } from './use-budget-form';

interface BudgetDialogProps {
  readonly owner: BudgetOwner;
  /** The one to change, or null for a new one. */
  readonly budget: BudgetView | null;
  readonly title: string;
  /** What stands above the fields. */
  readonly children?: ReactNode;
  /** What was typed above the fields. Default: nothing was. */
  readonly keptAbove?: KeptDraft;
  readonly onClose: () => void;
}

/** The form of one budget, for a dialog that stands already. It is mounted each time it opens. */
export function BudgetForm({ owner, budget, children, keptAbove, onClose }: Omit<BudgetDialogProps, 'title'>) {
  const { t } = useTranslation();
  const whole = (kept: KeptDraft) => (keptAbove ? joinKept(kept, keptAbove) : kept);
  const leave = (kept: KeptDraft) => {
    whole(kept).discard();
    onClose();
  };
  const form = useBudgetForm(owner, budget, leave);
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        event.stopPropagation(); // the form of a key, in which the dialog may stand, is not sent
        void form.submit();
      }}
    >
      <DialogBody>
        <RestoredNote kept={whole(form.kept)} />
        {children}
        <BudgetFields draft={form.draft} fault={form.fault} onChange={form.set} />
      </DialogBody>
      <FormDialogFooter text={t('common.submit')} isBusy={form.isBusy} onCancel={() => leave(form.kept)} />
    </form>
  );
}

/** A dialog with the form of one budget. */
export function BudgetDialog({ title, ...form }: BudgetDialogProps) {
  return (
    <Dialog isOpen title={title} onClose={form.onClose}>
      <BudgetForm {...form} />
    </Dialog>
  );
}
