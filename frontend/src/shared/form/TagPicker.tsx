import { FormGroup, Intent, Menu, MenuItem, Popover, TagInput } from '@blueprintjs/core';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { suggestionsFor } from './suggestions';

export interface TagPickerProps {
  readonly label: string;
  readonly helper?: ReactNode;
  readonly fault?: string;
  readonly isRequired?: boolean;
  readonly placeholder?: string;
  readonly values: readonly string[];
  /** What is offered while typing. */
  readonly options: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** Names that are not offered may be typed in. Default: false. */
  readonly isOpenEnded?: boolean;
}

/** Several names out of many: typing filters, arrows move, Enter takes, Backspace gives the last one back. */
export function TagPicker(props: TagPickerProps) {
  const { label, helper, fault, isRequired, placeholder, values, options, onChange, isOpenEnded = false } = props;
  const id = useId();
  const listId = useId();
  const [text, setText] = useState('');
  const [isFocused, setFocused] = useState(false);
  const [active, setActive] = useState(0);
  const offered = suggestionsFor({ text, options, values });
  const isListOpen = isFocused && offered.length > 0;

  const take = (names: readonly string[]) => {
    const allowed = names.map(name => name.trim()).filter(name => isOpenEnded || options.includes(name));
    onChange([...new Set([...values, ...allowed.filter(name => name !== '')])]);
    setText('');
    setActive(0);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(Math.min(Math.max(active + step, 0), offered.length - 1));
    } else if (event.key === 'Enter') {
      event.preventDefault(); // the form must not be sent while a name is being chosen
      const choice = offered[active];
      // A typed name that is offered nowhere is taken as it stands; otherwise the marked suggestion.
      take(choice !== undefined ? [choice] : [text]);
    }
  };

  const list = (
    <Menu id={listId} role="listbox" className="suggestions">
      {offered.map((name, index) => (
        <MenuItem
          key={name}
          text={name}
          roleStructure="listoption"
          active={index === active}
          shouldDismissPopover={false}
          onMouseDown={(event: React.MouseEvent) => event.preventDefault()} // keeps the focus in the field
          onClick={() => take([name])}
        />
      ))}
    </Menu>
  );

  return (
    <FormGroup
      label={label}
      labelFor={id}
      labelInfo={isRequired ? '*' : undefined}
      helperText={fault ?? helper}
      intent={fault ? Intent.DANGER : Intent.NONE}
    >
      <Popover
        content={list}
        isOpen={isListOpen}
        autoFocus={false}
        enforceFocus={false}
        matchTargetWidth
        minimal
        placement="bottom-start"
        fill
      >
        <TagInput
          fill
          className="tag-picker"
          values={[...values]}
          placeholder={placeholder}
          inputValue={text}
          addOnBlur={isOpenEnded}
          intent={fault ? Intent.DANGER : Intent.NONE}
          inputProps={{
            id,
            role: 'combobox',
            'aria-expanded': isListOpen,
            'aria-controls': listId,
            'aria-invalid': fault !== undefined,
            onFocus: () => setFocused(true),
            onBlur: () => setFocused(false),
          }}
          onInputChange={event => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          onAdd={(names, method) => {
            // Enter was handled above, with the marked suggestion; pasted lists and blur arrive here.
            if (method !== 'default') take(names);
            return false;
          }}
          onRemove={(_node, index) => onChange(values.filter((_name, position) => position !== index))}
        />
      </Popover>
    </FormGroup>
  );
}
