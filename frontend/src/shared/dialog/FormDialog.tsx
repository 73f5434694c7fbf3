import { Dialog, DialogBody, type Intent } from '@blueprintjs/core';
import { type ReactNode } from 'react';
import { FormDialogFooter } from './FormDialogFooter';
import { useFocusBack } from '../browser/use-focus-back';

interface FormDialogProps {
  readonly title: string;
  /** The label of the submit button. */
  readonly action: string;
  readonly intent?: Intent;
  readonly isBusy: boolean;
  /** Whether a click outside closes the dialog. Default: false, so that it does not discard the typed text. */
  readonly canOutsideClickClose?: boolean;
  readonly onSubmit: () => Promise<void> | void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A small form in a dialog. It is mounted each time it opens. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, intent, isBusy, canOutsideClickClose = false, onSubmit, onClose, children } = props;
  const sendButton = useFocusBack<HTMLButtonElement>(isBusy);
  return (
    <Dialog isOpen title={title} canOutsideClickClose={canOutsideClickClose} onClose={onClose}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          event.stopPropagation(); // the form of a drawer, in which the dialog may stand, is not sent
          if (!isBusy) void onSubmit();
        }}
      >
        <DialogBody>{children}</DialogBody>
        <FormDialogFooter text={action} isBusy={isBusy} intent={intent} submitRef={sendButton} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
