import { joinList, optionRow, splitList } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../base/store-hooks';
import { AreaField, NumberField, SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { JsonField } from '../../shared/form/JsonField';
import { SourceField } from '../../shared/form/SourceField';
import { TagPicker } from '../../shared/form/TagPicker';
import { type Draft } from '../../shared/form/use-draft';
import { isReserved, isSecretSet, type OptionField } from './option-card';
import { type OptionTexts } from './setting-api';
import { SecretField } from './SecretField';
import { useOptionFault } from './use-option-fault';

interface OptionFieldInputProps {
  readonly field: OptionField;
  readonly draft: Draft;
  readonly options: OptionTexts;
  /** Removes a secret at once. */
  readonly onClear: () => void;
}

interface TextInputProps {
  readonly label: string;
  readonly helper?: string;
  readonly fault?: string;
  readonly isDisabled?: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function namedChoices(key: OptionField['key'], type: 'currency', language: string) {
  const row = optionRow(key);
  const names = new Intl.DisplayNames(language, { type });
  const codes = row.kind === 'text' ? (row.choices ?? []) : [];
  return codes.map(value => ({ value, label: names.of(value) ?? value }));
}

/** A text input in the form that its field defines. */
function TextInput({
  field: { key, form, choices, names },
  ...props
}: TextInputProps & { readonly field: OptionField }) {
  const { t, i18n } = useTranslation();
  if (choices) {
    const options = Object.entries(choices).map(([choice, text]) => ({ value: choice, label: t(text) }));
    return <SelectField {...props} options={options} />;
  }
  if (names) return <SelectField {...props} options={namedChoices(key, names, i18n.language)} />;
  switch (form) {
    case 'area':
      return <AreaField {...props} rows={6} />;
    case 'source':
      return <SourceField {...props} />;
    case 'list': {
      const { value, onChange, ...rest } = props;
      const change = (names: readonly string[]) => onChange(joinList(names));
      return <TagPicker {...rest} isOpenEnded values={splitList(value)} options={[]} onChange={change} />;
    }
    case undefined:
      return <TextField {...props} />;
  }
}

/** The input that fits the kind of its option. */
export function OptionFieldInput({ field, draft, options, onClear }: OptionFieldInputProps) {
  const { t } = useTranslation();
  const role = useAppSelector(state => state.session.user?.role ?? 0);
  const faultOf = useOptionFault();
  const { key, label, hint, unit } = field;
  const row = optionRow(key);
  const value = draft.values[key] ?? '';
  const onChange = (text: string) => draft.set(key, text);
  const isDisabled = isReserved(key, role);
  const helper = isDisabled ? t('setting.root_only') : hint && t(hint);
  const common = { label: t(label), helper, value, onChange, isDisabled };
  const fault = draft.changedKeys.includes(key) ? faultOf(key, value) : undefined;

  if (row.secret) return <SecretField {...common} isSet={isSecretSet(options, key)} onClear={onClear} />;
  switch (row.kind) {
    case 'boolean':
      return <SwitchField {...common} isOn={value === 'true'} onChange={isOn => onChange(String(isOn))} />;
    case 'integer':
    case 'decimal': {
      const step = row.kind === 'integer' ? 1 : 'any';
      return <NumberField {...common} fault={fault} min={row.min} step={step} unit={unit && t(unit)} />;
    }
    case 'json':
      return <JsonField {...common} fault={fault} isEmptyAllowed={false} rows={8} />;
    case 'url':
      return <TextField {...common} fault={fault} type="url" />;
    case 'text':
      return <TextInput {...common} fault={fault} field={field} />;
  }
}
