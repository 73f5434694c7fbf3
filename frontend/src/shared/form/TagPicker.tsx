import { InputGroup, Intent, Menu, TagInput } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useId, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from './fields';
import { useShownTags } from './use-shown-tags';
import { useTagPicker, type TagPickerChoice, type TagPickerState } from './use-tag-picker';
import { MenuItem } from '../display/MenuItem';
import { FieldList } from '../display/Popover';

interface TagPickerProps extends TagPickerChoice {
  readonly label: string;
  readonly helper?: ReactNode;
  readonly fault?: string;
  readonly isRequired?: boolean;
  readonly placeholder?: string;
}

interface SuggestionListProps {
  readonly id: string;
  readonly picker: TagPickerState;
  readonly labelOf?: (name: string) => string;
}

function SuggestionList({ id, picker, labelOf }: SuggestionListProps) {
  return (
    <Menu id={id} role="listbox" className="suggestions">
      {picker.offered.map((name, index) => (
        <MenuItem
          key={name}
          text={labelOf?.(name) ?? name}
          roleStructure="listoption"
          active={index === picker.active}
          shouldDismissPopover={false}
          onMouseDown={(event: MouseEvent) => event.preventDefault()} // keeps the focus in the field
          onClick={() => picker.take([name])}
        />
      ))}
    </Menu>
  );
}

/** Finds names among many chosen ones, of which only some are drawn. */
function FindTags({ tags, count }: { readonly tags: ReturnType<typeof useShownTags>; readonly count: number }) {
  const { t } = useTranslation();
  return (
    <div className="tag-find">
      <InputGroup
        size="small"
        type="search"
        leftIcon={<Search />}
        aria-label={t('common.find_chosen', { count })}
        placeholder={t('common.find_chosen', { count })}
        value={tags.sought}
        onValueChange={tags.seek}
        onKeyDown={event => {
          if (event.key === 'Enter') event.preventDefault(); // the form is not submitted by a search
        }}
      />
      <span className="muted">{t('common.more_chosen', { count: tags.hiddenCount })}</span>
    </div>
  );
}

function asItIs(name: string): string {
  return name;
}

/**
 * A choice of several names out of many: typing filters, arrows move the mark, Enter adds, Backspace removes the last
 * one.
 */
export function TagPicker({ label, helper, fault, isRequired, placeholder, ...choice }: TagPickerProps) {
  const id = useId();
  const listId = useId();
  const picker = useTagPicker(choice);
  const { labelOf = asItIs } = choice;
  const tags = useShownTags(choice.values, labelOf);
  const intent = fault ? Intent.DANGER : Intent.NONE;
  const inputProps = {
    id,
    role: 'combobox',
    'aria-expanded': picker.isListOpen,
    'aria-controls': listId,
    'aria-invalid': fault !== undefined,
    onFocus: () => picker.setFocused(true),
    onBlur: () => picker.setFocused(false),
  };
  return (
    <FieldFrame id={id} label={label} helper={helper} fault={fault} isRequired={isRequired}>
      <FieldList
        content={<SuggestionList id={listId} picker={picker} labelOf={choice.labelOf} />}
        isOpen={picker.isListOpen}
      >
        <TagInput
          fill
          className="tag-picker"
          values={tags.shown.map(labelOf)}
          placeholder={placeholder}
          inputValue={picker.text}
          addOnBlur={choice.isOpenEnded}
          intent={intent}
          inputProps={inputProps}
          onInputChange={event => picker.type(event.currentTarget.value)}
          onKeyDown={picker.onKeyDown}
          onAdd={(names, method) => {
            // Enter was handled by the key handler, with the marked suggestion; pasted lists and blur arrive here.
            if (method !== 'default') picker.take(names);
            return false;
          }}
          onRemove={(_node, index) => picker.remove(tags.shown[index] ?? '')}
        />
      </FieldList>
      {tags.isLong && <FindTags tags={tags} count={choice.values.length} />}
    </FieldFrame>
  );
}
