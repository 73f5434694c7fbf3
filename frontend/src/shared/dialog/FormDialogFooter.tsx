import { Button, DialogFooter, Intent } from '@blueprintjs/core';
import { type Ref } from 'react';
import { useTranslation } from 'react-i18next';

interface FormDialogFooterProps {
  /** The text of the button that sends the form. */
  readonly text: string;
  /** True while the form is being sent. Default: false. */
  readonly isBusy?: boolean;
  /** The colour of the button that sends the form. Default: primary. */
  readonly intent?: Intent;
  readonly submitRef?: Ref<HTMLButtonElement>;
  readonly onCancel: () => void;
}

/** The foot of a dialog that holds a form: one button closes it, the other sends the form. */
export function FormDialogFooter({
  text,
  isBusy,
  intent = Intent.PRIMARY,
  submitRef,
  onCancel,
}: FormDialogFooterProps) {
  const { t } = useTranslation();
  return (
    <DialogFooter
      actions={
        <>
          <Button text={t('common.cancel')} onClick={onCancel} />
          <Button ref={submitRef} type="submit" intent={intent} loading={isBusy} text={text} />
        </>
      }
    />
  );
}
