import { Button, Intent } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useKeyHint } from '../hotkeys/use-key-hint';

interface AddButtonProps {
  readonly text: string;
  readonly onAdd: () => void;
}

/** The button that opens the form of a new row; its tooltip shows the key that does the same. */
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
