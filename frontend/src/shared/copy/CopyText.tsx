import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from './use-copy';

export interface CopyTextProps {
  /** What reaches the clipboard. */
  readonly text: string;
  /** What is shown. Default: the text. */
  readonly children?: ReactNode;
  /** Said instead of repeating the text, for texts that must not stand on the screen. */
  readonly notice?: string;
}

/** A value that can be copied with one press. */
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
