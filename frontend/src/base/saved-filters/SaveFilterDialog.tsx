import { Dialog, DialogBody } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialogFooter } from '../../shared/dialog/FormDialogFooter';
import { TextField } from '../../shared/form/fields';
import { FILTER_NAME_MAX, SAVED_FILTERS_MAX, type SavedFilter } from './saved-filters';

interface SaveFilterDialogProps {
  readonly filters: readonly SavedFilter[];
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name under which the filters are saved. */
export function SaveFilterDialog({ filters, onSave, onClose }: SaveFilterDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [wasSent, setSent] = useState(false);
  const name = text.trim();
  const isKnown = filters.some(filter => filter.name === name);
  const isFull = filters.length >= SAVED_FILTERS_MAX && !isKnown;

  const submit = () => {
    setSent(true);
    if (name === '' || isFull) return;
    onSave(name);
    onClose();
  };
  const faultText = () => {
    if (!wasSent) return undefined;
    if (name === '') return t('saved_filter.name_missing');
    return isFull ? t('saved_filter.full', { count: SAVED_FILTERS_MAX }) : undefined;
  };
  return (
    <Dialog isOpen title={t('saved_filter.save')} onClose={onClose}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          submit();
        }}
      >
        <DialogBody>
          <TextField
            label={t('saved_filter.name')}
            helper={isKnown ? t('saved_filter.replaces') : t('saved_filter.save_hint')}
            fault={faultText()}
            isRequired
            autoFocus
            maxLength={FILTER_NAME_MAX}
            value={text}
            onChange={setText}
          />
        </DialogBody>
        <FormDialogFooter text={t('common.save')} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
