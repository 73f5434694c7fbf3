import { Button, Drawer, Intent } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../use-focus-back';

export interface FormDrawerProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a drawer: fields that scroll, and submit and cancel that do not. */
export function FormDrawer({ isOpen, title, isBusy, onSubmit, onClose, children }: FormDrawerProps) {
  const { t } = useTranslation();
  const submitButton = useFocusBack<HTMLButtonElement>(isBusy);
  return (
    // Closing by a click beside the drawer would lose a half-filled form.
    <Drawer isOpen={isOpen} title={title} size="min(640px, 100%)" canOutsideClickClose={false} onClose={onClose}>
      <form
        className="drawer-form"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <div className="drawer-body">{children}</div>
        <div className="drawer-footer">
          <Button text={t('common.cancel')} onClick={onClose} />
          <Button ref={submitButton} type="submit" intent={Intent.PRIMARY} loading={isBusy} text={t('common.submit')} />
        </div>
      </form>
    </Drawer>
  );
}
