import { Alert, Intent } from '@blueprintjs/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface QuestionProps {
  readonly isOpen: boolean;
  /** The question that names the action; also the accessible name of the dialog. */
  readonly question: string;
  /** The irreversible effects, shown under the question. */
  readonly warning?: string;
  /** The label of the confirming button. Default: "Confirm". */
  readonly confirmLabel?: string;
  /** The intent of the confirming button. Default: danger. */
  readonly intent?: Intent;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asks for confirmation of an action. Escape and a click outside the dialog mean no. */
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
