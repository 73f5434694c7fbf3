import { REGISTRATION_CODES_MAX, REGISTRATION_NOTE_MAX, type RegistrationCodeView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListGroupsQuery } from '../../base/site/site-api';
import { useStatus } from '../../base/site/use-status';
import { NumberField, SelectField, TextField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { useKeptDraft } from '../../shared/form/kept-drafts';
import { formatCurrency } from '../../shared/format/quota';
import { useCreateRegistrationCodesMutation } from './registration-api';
import {
  findRegistrationFault,
  newRegistrationDraft,
  toRegistrationCreate,
  type RegistrationDraft,
  type RegistrationFault,
} from './registration-form';

interface RegistrationDrawerProps {
  readonly onCreated: (codes: readonly RegistrationCodeView[]) => void;
  readonly onClose: () => void;
}

/** The state of the form, and its one action. */
function useRegistrationForm({ onCreated, onClose }: RegistrationDrawerProps) {
  const { t } = useTranslation();
  const { draft, setDraft, kept } = useKeptDraft('registration/new', () => newRegistrationDraft);
  const [fault, setFault] = useState<RegistrationFault | null>(null);
  const [create, { isLoading: isBusy }] = useCreateRegistrationCodesMutation();
  const field = (name: RegistrationFault & keyof RegistrationDraft) => ({
    value: draft[name],
    fault: fault === name ? t(`joining.fault_${name}`) : undefined,
    onChange: (text: string) => set({ [name]: text }),
  });
  const set = (changes: Partial<RegistrationDraft>) => {
    setFault(null);
    setDraft(current => ({ ...current, ...changes }));
  };
  const submit = async () => {
    const found = findRegistrationFault(draft, Date.now());
    setFault(found);
    if (found) return;
    const { data } = await create(toRegistrationCreate(draft));
    if (!data) return; // the listener shows the reason
    kept.discard();
    onClose();
    onCreated(data);
  };
  return { draft, kept, isBusy, set, field, submit };
}

/** The form of new codes. It is mounted each time it opens. */
export function RegistrationDrawer(props: RegistrationDrawerProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const { data: groups = [] } = useListGroupsQuery();
  const { draft, kept, isBusy, set, field, submit } = useRegistrationForm(props);
  const amount = formatCurrency(Number(draft.quota) || 0, status);
  return (
    <FormDrawer
      isOpen
      title={t('joining.add')}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={props.onClose}
      kept={kept}
    >
      <TextField
        label={t('joining.note')}
        helper={t('joining.note_hint')}
        maxLength={REGISTRATION_NOTE_MAX}
        autoFocus
        value={draft.note}
        onChange={note => set({ note })}
      />
      <NumberField
        label={t('joining.count')}
        helper={t('joining.count_hint', { max: REGISTRATION_CODES_MAX })}
        isRequired
        min={1}
        {...field('count')}
      />
      <NumberField label={t('joining.uses_max')} isRequired min={1} {...field('uses')} />
      <TextField
        label={t('joining.expires')}
        helper={t('joining.expires_hint')}
        type="datetime-local"
        {...field('expires')}
      />
      <SelectField
        label={t('joining.group')}
        value={draft.group}
        options={[{ value: '', label: t('joining.no_group') }, ...groups.map(name => ({ value: name, label: name }))]}
        onChange={group => set({ group })}
      />
      <NumberField
        label={t('joining.quota')}
        helper={t('joining.quota_hint', { amount })}
        min={0}
        {...field('quota')}
      />
    </FormDrawer>
  );
}
