import { Button, type ButtonProps } from '@blueprintjs/core';
import { useState } from 'react';
import { Question } from './Question';

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
