import { Button, Drawer, Intent } from '@blueprintjs/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

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
  const submitButton = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    // A busy button cannot hold the focus; after a refusal it gets it back, or Escape and Tab would lead nowhere.
    if (wasBusy.current && !isBusy) submitButton.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
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
