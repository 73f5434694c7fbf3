import { Dialog, DialogBody, FormGroup, InputGroup, Intent } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { DeleteButton } from '../../shared/dialog/DeleteButton';
import { FILTER_NAME_MAX } from './saved-filters';
import { type SavedFilterList } from './use-saved-filters';

interface NameInputProps {
  readonly name: string;
  readonly others: readonly string[];
  readonly onRename: (name: string) => void;
}

/**
 * A name that is changed on Enter and on leaving the field. A name that is not allowed is marked and stays in the field
 * to be corrected.
 */
function NameInput({ name, others, onRename }: NameInputProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(name);
  const [wasLeft, setLeft] = useState(false);
  const next = text.trim();
  const fault =
    next === '' ? t('saved_filter.name_missing') : others.includes(next) ? t('saved_filter.name_taken') : undefined;
  const commit = () => {
    setLeft(true);
    if (!fault && next !== name) onRename(next);
  };
  const isShown = wasLeft && fault !== undefined;
  return (
    <FormGroup
      className="saved-filter-name"
      helperText={isShown ? fault : undefined}
      intent={isShown ? Intent.DANGER : Intent.NONE}
    >
      <InputGroup
        aria-label={t('saved_filter.name_of', { name })}
        aria-invalid={isShown}
        intent={isShown ? Intent.DANGER : Intent.NONE}
        maxLength={FILTER_NAME_MAX}
        value={text}
        onValueChange={setText}
        onBlur={commit}
        onKeyDown={event => {
          if (event.key === 'Enter') commit();
        }}
      />
    </FormGroup>
  );
}

interface ManageFiltersDialogProps {
  readonly saved: SavedFilterList;
  readonly onClose: () => void;
}

/** Renames and deletes saved filters. */
export function ManageFiltersDialog({ saved, onClose }: ManageFiltersDialogProps) {
  const { t } = useTranslation();
  const names = saved.filters.map(({ name }) => name);
  return (
    <Dialog isOpen title={t('saved_filter.manage_title')} onClose={onClose}>
      <DialogBody>
        <p className="muted">{names.length === 0 ? t('saved_filter.none') : t('saved_filter.manage_hint')}</p>
        {names.map(name => (
          <div key={name} className="saved-filter-row">
            <NameInput
              name={name}
              others={names.filter(other => other !== name)}
              onRename={next => saved.rename(name, next)}
            />
            <DeleteButton
              label={t('saved_filter.delete_one', { name })}
              question={t('saved_filter.delete_question', { name })}
              onConfirm={() => {
                saved.remove(name);
                notices.success(t('saved_filter.deleted', { name }));
              }}
            />
          </div>
        ))}
      </DialogBody>
    </Dialog>
  );
}
