import { Checkbox } from '@blueprintjs/core';
import {
  ALERT_NAME_MAX,
  alertLanguages,
  alertReceiverKindNames,
  type AlertFieldForm,
  type AlertLanguage,
  type AlertReceiverKind,
} from '@contracts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame, SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { PasswordInput } from '../../shared/form/PasswordInput';
import { receiverName } from './alert-names';
import { fieldsOf, ofKind } from './receiver-form';
import { useReceiverForm, type ReceiverForm, type ReceiverFormOptions } from './use-receiver-form';

interface FieldProps {
  readonly form: ReceiverForm;
  readonly field: AlertFieldForm;
}

/** What stands below a field: for an address, where to find it at this kind of receiver. */
function useHelper(kind: AlertReceiverKind, { name }: AlertFieldForm): string {
  const { t } = useTranslation();
  return name === 'address' && kind !== 'mail' && kind !== 'telegram'
    ? t(`alert.address_${kind}`)
    : t(`alert.field_hint_${name}`);
}

/** A secret cannot be read: it is typed anew, kept, or taken away where the receiver can do without it. */
function SecretField({ form, field }: FieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { name, isRequired } = field;
  const { draft, set, setField, isKept, faultText } = form;
  const helper = useHelper(draft.kind, field);
  const isCleared = draft.cleared.includes(name);
  return (
    <>
      <FieldFrame
        id={id}
        label={t(`alert.field_${name}`)}
        helper={helper}
        fault={faultText(name)}
        isRequired={isRequired}
      >
        <PasswordInput
          id={id}
          fill
          autoComplete="new-password"
          placeholder={isKept(name) ? t('alert.secret_kept') : undefined}
          disabled={isCleared}
          aria-invalid={faultText(name) !== undefined}
          value={draft.fields[name]}
          onValueChange={text => setField(name, text)}
        />
      </FieldFrame>
      {!isRequired && (isKept(name) || isCleared) && (
        <Checkbox
          label={t('alert.secret_clear', { field: t(`alert.field_${name}`) })}
          checked={isCleared}
          onChange={event =>
            set({
              cleared: event.currentTarget.checked
                ? [...draft.cleared, name]
                : draft.cleared.filter(other => other !== name),
            })
          }
        />
      )}
    </>
  );
}

function OpenField({ form: { draft, setField, faultText }, field }: FieldProps) {
  const { t } = useTranslation();
  const { name, isRequired } = field;
  return (
    <TextField
      label={t(`alert.field_${name}`)}
      helper={useHelper(draft.kind, field)}
      fault={faultText(name)}
      isRequired={isRequired}
      value={draft.fields[name]}
      onChange={text => setField(name, text)}
    />
  );
}

/** The form of a receiver. It is mounted each time it opens. */
export function ReceiverDrawer(options: ReceiverFormOptions) {
  const { t } = useTranslation();
  const { receiver, onDone } = options;
  const form = useReceiverForm(options);
  const { draft, set, faultText } = form;
  return (
    <FormDrawer
      isOpen
      title={receiver ? t('alert.edit_receiver_title', { name: receiverName(receiver, t) }) : t('alert.add_receiver')}
      isBusy={form.isBusy}
      onSubmit={() => void form.submit()}
      onClose={onDone}
      kept={form.keptDraft}
    >
      <SelectField
        label={t('alert.kind')}
        isDisabled={receiver !== null}
        value={draft.kind}
        options={alertReceiverKindNames.map(value => ({ value, label: t(`alert.receiver_${value}`) }))}
        onChange={value => set(ofKind(value as AlertReceiverKind))} // one of the options
      />
      <TextField
        label={t('alert.name')}
        helper={t('alert.receiver_name_hint')}
        fault={faultText('name')}
        maxLength={ALERT_NAME_MAX}
        value={draft.name}
        onChange={name => set({ name })}
      />
      {fieldsOf(draft.kind).map(field =>
        field.isSecret ? (
          <SecretField key={`${draft.kind} ${field.name}`} form={form} field={field} />
        ) : (
          <OpenField key={`${draft.kind} ${field.name}`} form={form} field={field} />
        ),
      )}
      <SelectField
        label={t('alert.language')}
        helper={t('alert.language_hint')}
        value={draft.language}
        options={alertLanguages.map(value => ({ value, label: t(`alert.language_${value}`) }))}
        onChange={value => set({ language: value as AlertLanguage })} // one of the options
      />
      <SwitchField label={t('common.enabled')} isOn={draft.enabled} onChange={enabled => set({ enabled })} />
    </FormDrawer>
  );
}
