import { Alert, Button, Intent, type ButtonProps } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface ConfirmButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** What will happen, as a question. */
  readonly question: string;
  /** What cannot be undone, under the question. */
  readonly warning?: string;
  /** Text of the agreeing button. Default: "Confirm". */
  readonly confirmLabel?: string;
  readonly onConfirm: () => void;
}

/** A button whose action happens only after a second, deliberate press. */
export function ConfirmButton({ question, warning, confirmLabel, onConfirm, ...button }: ConfirmButtonProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      <Alert
        isOpen={isAsking}
        intent={Intent.DANGER}
        cancelButtonText={t('common.cancel')}
        confirmButtonText={confirmLabel ?? t('common.confirm')}
        canEscapeKeyCancel
        canOutsideClickCancel
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        <p>{question}</p>
        {warning && <p className="muted">{warning}</p>}
      </Alert>
    </>
  );
}
