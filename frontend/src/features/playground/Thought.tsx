import { Button, Collapse, Spinner } from '@blueprintjs/core';
import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ThoughtProps {
  readonly text: string;
  /** True while the model is still reasoning. */
  readonly isRunning: boolean;
}

/** The reasoning of a model before its answer. It is folded, because the reader wants the answer. */
export function Thought({ text, isRunning }: ThoughtProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="thought">
      <Button
        variant="minimal"
        size="small"
        icon={isOpen ? <ChevronDown /> : <ChevronRight />}
        endIcon={isRunning ? <Spinner size={14} /> : undefined}
        text={isRunning ? t('playground.thinking') : t('playground.thought')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <Collapse isOpen={isOpen}>
        <div id={id} className="thought-text muted">
          {text}
        </div>
      </Collapse>
    </div>
  );
}
