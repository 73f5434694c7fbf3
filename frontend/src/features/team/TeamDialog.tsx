import { Dialog, DialogBody } from '@blueprintjs/core';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialogFooter } from '../../shared/dialog/FormDialogFooter';

interface TeamDialogProps {
  readonly title: string;
  readonly isBusy: boolean;
  readonly children: ReactNode;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** A short form about a team. It is mounted each time it opens. */
export function TeamDialog({ title, isBusy, children, onSubmit, onClose }: TeamDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <DialogBody>{children}</DialogBody>
        <FormDialogFooter text={t('common.submit')} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
