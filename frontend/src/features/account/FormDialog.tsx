import { Dialog, DialogBody, type Intent } from '@blueprintjs/core';
import { type ReactNode } from 'react';
import { FormDialogFooter } from '../../shared/dialog/FormDialogFooter';
import { useFocusBack } from '../../shared/browser/use-focus-back';

interface FormDialogProps {
  readonly title: string;
  /** The label of the submit button. */
  readonly action: string;
  readonly intent?: Intent;
  readonly isBusy: boolean;
  readonly onSubmit: () => Promise<void> | void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A small form in a dialog. A click outside it does not discard the typed text. */
export function FormDialog({ title, action, intent, isBusy, onSubmit, onClose, children }: FormDialogProps) {
  const sendButton = useFocusBack<HTMLButtonElement>(isBusy);
  return (
    <Dialog isOpen title={title} canOutsideClickClose={false} onClose={onClose}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (!isBusy) void onSubmit();
        }}
      >
        <DialogBody>{children}</DialogBody>
        <FormDialogFooter text={action} isBusy={isBusy} intent={intent} submitRef={sendButton} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
