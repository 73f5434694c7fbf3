import { InputGroup, Intent, Menu } from '@blueprintjs/core';
import { CaretDown } from '@blueprintjs/icons';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from './fields';
import { useChoice, type Choice, type ChoiceState } from './use-choice';
import { MenuItem } from '../display/MenuItem';
import { FieldList } from '../display/Popover';

interface ChoiceFieldProps {
  readonly label: string;
  readonly helper?: ReactNode;
  readonly fault?: string;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
}

function optionId(listId: string, at: number): string {
  return `${listId}-${at}`;
}

function ChoiceList({ choice, value }: { readonly choice: ChoiceState; readonly value: string }) {
  const { t } = useTranslation();
  const marked = useRef<HTMLLIElement>(null);
  const { offered, active, count, listId } = choice;
  useEffect(() => {
    marked.current?.scrollIntoView?.({ block: 'nearest' }); // the browser of the tests has no such function
  }, [active]);
  return (
    <>
      <Menu id={listId} role="listbox" className="suggestions">
        {offered.map(({ value: offer, label, icon }, at) => (
          <MenuItem
            key={offer}
            ref={at === active ? marked : undefined}
            id={optionId(listId, at)}
            icon={icon}
            text={label}
            roleStructure="listoption"
            selected={offer === value}
            active={at === active}
            shouldDismissPopover={false}
            onMouseDown={(event: MouseEvent) => event.preventDefault()} // keeps the focus in the field
            onClick={() => choice.take(offer)}
          />
        ))}
      </Menu>
      {count > offered.length && (
        <p className="choice-note muted">{t('common.choices_more', { count: count - offered.length })}</p>
      )}
      {count === 0 && <p className="choice-note muted">{t('common.choices_none')}</p>}
    </>
  );
}

/** A choice of one value out of many, with icons: typing filters, arrows move the mark, Enter takes it. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { value, choices, onChange, autoFocus, label, helper, fault, isRequired, isDisabled } = props;
  const id = useId();
  const choice = useChoice({ value, choices, onChange });
  const chosen = choices.find(one => one.value === value);
  const name = chosen?.label ?? value;
  const { isOpen, active, offered, listId } = choice;
  return (
    <FieldFrame id={id} {...{ label, helper, fault, isRequired, isDisabled }}>
      <FieldList content={<ChoiceList choice={choice} value={value} />} isOpen={isOpen}>
        <InputGroup
          id={id}
          fill
          role="combobox"
          autoComplete="off"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={isOpen && offered.length > 0 ? optionId(listId, active) : undefined}
          aria-invalid={fault !== undefined}
          intent={fault ? Intent.DANGER : Intent.NONE}
          disabled={isDisabled}
          autoFocus={autoFocus}
          leftElement={chosen?.icon && <span className="choice-icon">{chosen.icon}</span>}
          rightElement={<CaretDown className="choice-caret muted" />}
          placeholder={isOpen ? name : undefined}
          value={isOpen ? (choice.text ?? '') : name}
          onValueChange={choice.type}
          onClick={choice.open}
          onFocus={event => event.currentTarget.select()}
          onBlur={choice.close}
          onKeyDown={choice.onKeyDown}
        />
      </FieldList>
    </FieldFrame>
  );
}
