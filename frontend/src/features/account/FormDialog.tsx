import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
  const { t } = useTranslation();
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
        <DialogFooter
          actions={
            <>
              <Button text={t('common.cancel')} onClick={onClose} />
              <Button ref={sendButton} type="submit" intent={intent ?? Intent.PRIMARY} loading={isBusy} text={action} />
            </>
          }
        />
      </form>
    </Dialog>
  );
}
