import { optionRow } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DraftCard } from '../../shared/form/DraftCard';
import { AreaField, NumberField, SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { JsonField } from '../../shared/form/JsonField';
import { useDraft, type Draft } from '../../shared/form/use-draft';
import { isOptionText, toOptionText, type OptionCardRow, type OptionField } from './option-card';
import type { OptionTexts } from './setting-api';
import { useSaveOption } from './use-save-option';

interface FieldProps {
  readonly field: OptionField;
  readonly draft: Draft;
}

/** The field that fits the kind of its option. */
function Field({ field: { key, label, hint, unit, choices, isLong }, draft }: FieldProps) {
  const { t } = useTranslation();
  const row = optionRow(key);
  const value = draft.values[key] ?? '';
  const isWrong = draft.changedKeys.includes(key) && !isOptionText(key, value);
  const common = {
    label: t(label),
    helper: hint && t(hint),
    fault: isWrong ? t('setting.fault_value') : undefined,
    value,
    onChange: (text: string) => draft.set(key, text),
  };
  switch (row.kind) {
    case 'boolean':
      return (
        <SwitchField
          label={common.label}
          helper={common.helper}
          isOn={value === 'true'}
          onChange={isOn => draft.set(key, String(isOn))}
        />
      );
    case 'integer':
    case 'decimal':
      return <NumberField {...common} min={row.min} step={row.kind === 'integer' ? 1 : 'any'} unit={unit && t(unit)} />;
    case 'json':
      return <JsonField {...common} isEmptyAllowed={false} rows={10} />;
    case 'url':
      return <TextField {...common} type="url" />;
    case 'text': {
      if (choices) {
        const options = Object.entries(choices).map(([choice, text]) => ({ value: choice, label: t(text) }));
        return <SelectField {...common} options={options} />;
      }
      return isLong ? <AreaField {...common} /> : <TextField {...common} />;
    }
  }
}

export interface OptionCardProps {
  readonly card: OptionCardRow;
  readonly options: OptionTexts;
}

/** One settings card over some options: it sends one call per changed option. */
export function OptionCard({ card, options }: OptionCardProps) {
  const { t } = useTranslation();
  const save = useSaveOption();
  const saved = useMemo(
    () => Object.fromEntries(card.fields.map(({ key }) => [key, options[key] ?? ''])),
    [card, options],
  );
  const draft = useDraft(saved);
  const keys = card.fields.map(({ key }) => key);

  const findFault = () => {
    const isBroken = keys.some(key => draft.changedKeys.includes(key) && !isOptionText(key, draft.values[key] ?? ''));
    return isBroken ? t('setting.check_input') : null;
  };

  const saveText = (name: string, text: string) => {
    const key = keys.find(other => other === name);
    const sent = key ? toOptionText(key, text) : text;
    draft.set(name, sent); // what the server will answer with, so that the field counts as saved then
    return save(name, sent);
  };

  return (
    <DraftCard
      title={t(card.title)}
      description={card.description && t(card.description)}
      draft={draft}
      findFault={findFault}
      save={saveText}
    >
      <div className="form-grid">
        {card.fields.map(field => (
          <Field key={field.key} field={field} draft={draft} />
        ))}
      </div>
    </DraftCard>
  );
}
