import { Alert, Intent } from '@blueprintjs/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export interface QuestionProps {
  readonly isOpen: boolean;
  /** What will happen, as a question; also the name of the dialog for those who do not see it. */
  readonly question: string;
  /** What cannot be undone, under the question. */
  readonly warning?: string;
  /** Text of the agreeing button. Default: "Confirm". */
  readonly confirmLabel?: string;
  /** Default: danger. */
  readonly intent?: Intent;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asks once more before something is done. Escape and a press beside it mean no. */
export function Question(props: QuestionProps) {
  const { isOpen, question, warning, confirmLabel, intent = Intent.DANGER, onCancel, onConfirm } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <Alert
      isOpen={isOpen}
      intent={intent}
      aria-labelledby={id}
      cancelButtonText={t('common.cancel')}
      confirmButtonText={confirmLabel ?? t('common.confirm')}
      canEscapeKeyCancel
      canOutsideClickCancel
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p id={id}>{question}</p>
      {warning && <p className="muted">{warning}</p>}
    </Alert>
  );
}
