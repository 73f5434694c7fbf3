import { Button, type ButtonProps } from '@blueprintjs/core';
import { useState } from 'react';
import { Question } from './Question';

export interface ConfirmButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** The question that names the action. */
  readonly question: string;
  /** The irreversible effects, shown under the question. */
  readonly warning?: string;
  /** The label of the confirming button. Default: "Confirm". */
  readonly confirmLabel?: string;
  readonly onConfirm: () => void;
}

/** A button whose action needs a confirmation. */
export function ConfirmButton({ question, warning, confirmLabel, onConfirm, ...button }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      <Question
        isOpen={isAsking}
        question={question}
        warning={warning}
        confirmLabel={confirmLabel}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
      />
    </>
  );
}
