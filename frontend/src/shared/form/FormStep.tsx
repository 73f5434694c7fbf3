import { H5 } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface FormStepProps {
  /** The place of the step, from 1. */
  readonly number: number;
  readonly title: string;
  /** True once nothing is missing any more. */
  readonly isDone: boolean;
  readonly children: ReactNode;
}

/** A part of a long form, with its number, which becomes a tick when the part is complete. */
export function FormStep({ number, title, isDone, children }: FormStepProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className="form-step" aria-labelledby={id}>
      <H5 id={id} className="form-step-head">
        <span className={isDone ? 'form-step-mark form-step-done' : 'form-step-mark'}>
          {isDone ? <Tick title={t('common.step_done')} /> : number}
        </span>
        {title}
      </H5>
      {children}
    </section>
  );
}
