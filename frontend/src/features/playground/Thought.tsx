import { Button, Collapse, Spinner } from '@blueprintjs/core';
import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface ThoughtProps {
  readonly text: string;
  /** The model is still thinking. */
  readonly isRunning: boolean;
}

/** What a model thought before it answered; folded, because the answer is what was asked for. */
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
