import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { notices } from '../dialog/notices';
import { useCopy } from './use-copy';

interface CopyChosenButtonProps {
  /** The chosen rows, including those of other pages. */
  readonly rows: readonly { readonly name: string; readonly key: string }[];
  /** The text of the button. */
  readonly text: string;
  /** The warning when no row is chosen. */
  readonly noneText: string;
  /** The notice after copying. */
  readonly copiedText: string;
}

/** Copies name and key of each chosen row, one row per line. */
export function CopyChosenButton({ rows, text, noneText, copiedText }: CopyChosenButtonProps) {
  const copy = useCopy();
  const copyRows = () => {
    if (rows.length === 0) return notices.warning(noneText);
    copy(rows.map(({ name, key }) => `${name}    ${key}`).join('\n'), copiedText);
  };
  return <Button icon={<Duplicate />} text={text} onClick={copyRows} />;
}
