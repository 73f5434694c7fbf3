import { Button } from '@blueprintjs/core';

interface TextCellProps {
  /** The text, cut to the width of the cell. */
  readonly text: string;
  /** The accessible name of what opens; the text follows it. */
  readonly label: string;
  readonly onOpen: () => void;
}

/** A text that is too long for its cell; a click shows all of it. */
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
