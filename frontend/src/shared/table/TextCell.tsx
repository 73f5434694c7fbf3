import { Button } from '@blueprintjs/core';

export interface TextCellProps {
  /** Cut to the width of the cell. */
  readonly text: string;
  /** Says what opens, for those who do not see the column; the text follows it. */
  readonly label: string;
  readonly onOpen: () => void;
}

/** A text that is too long for its cell; a press shows it whole. */
export function TextCell({ text, label, onOpen }: TextCellProps) {
  return (
    <Button
      className="cell-text"
      variant="minimal"
      size="small"
      ellipsizeText
      text={text}
      aria-label={`${label}: ${text}`}
      onClick={onOpen}
    />
  );
}
