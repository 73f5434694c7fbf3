import { Button, Intent } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useKeyHint } from '../hotkeys/use-key-hint';

export interface AddButtonProps {
  readonly text: string;
  readonly onAdd: () => void;
}

/** Opens the form of a new row, as its key does. */
export function AddButton({ text, onAdd }: AddButtonProps) {
  const hint = useKeyHint();
  return (
    <Button
      intent={Intent.PRIMARY}
      icon={<Add />}
      text={text}
      aria-keyshortcuts="n"
      title={hint(text, 'N')}
      onClick={onAdd}
    />
  );
}
