import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from './use-copy';

interface CopyTextProps {
  /** The text that is copied. */
  readonly text: string;
  /** The content that is shown. Default: the text. */
  readonly children?: ReactNode;
  /** The notice after copying, for texts that must not be repeated on the screen. Default: a notice with the text. */
  readonly notice?: string;
}

/** A value that a click copies. */
export function CopyText({ text, children, notice }: CopyTextProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <span className="copy-text">
      <span className="copy-text-value" title={notice ? undefined : text}>
        {children ?? text}
      </span>
      <Button
        variant="minimal"
        size="small"
        icon={<Duplicate size={12} />}
        aria-label={notice ? t('common.copy') : t('common.copy_value', { text })}
        onClick={() => copy(text, notice)}
      />
    </span>
  );
}
