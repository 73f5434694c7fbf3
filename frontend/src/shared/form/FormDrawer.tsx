import { Button, Drawer, Intent } from '@blueprintjs/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callDialog } from '../dialog/call-dialog';
import { type KeptDraft } from './kept-drafts';
import { RestoredNote } from './RestoredNote';
import { useFocusBack } from '../browser/use-focus-back';

interface FormDrawerProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Makes what was typed outlive the form, unless it is cancelled. Default: it ends with the form. */
  readonly kept?: KeptDraft;
  /** What stands beside the two buttons of every form. Default: nothing. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** A form in a drawer: the fields scroll, the submit and cancel buttons do not. */
export function FormDrawer({ isOpen, title, isBusy, onSubmit, onClose, kept, footer, children }: FormDrawerProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const submitButton = useFocusBack<HTMLButtonElement>(isBusy);
  return (
    // Closing on a click outside the drawer would lose a half-filled form.
    <Drawer
      isOpen={isOpen}
      title={<span id={titleId}>{title}</span>}
      size="min(640px, 100%)"
      canOutsideClickClose={false}
      onOpening={drawer => callDialog(drawer, titleId)}
      onClose={onClose}
    >
      <form
        className="drawer-form"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <div className="drawer-body">
          <RestoredNote kept={kept} />
          {children}
        </div>
        <div className="drawer-footer">
          <Button
            text={t('common.cancel')}
            onClick={() => {
              kept?.discard();
              onClose();
            }}
          />
          {footer}
          <Button ref={submitButton} type="submit" intent={Intent.PRIMARY} loading={isBusy} text={t('common.submit')} />
        </div>
      </form>
    </Drawer>
  );
}
