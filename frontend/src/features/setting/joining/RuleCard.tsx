import { Button, Card, H5, Intent } from '@blueprintjs/core';
import { Add, Trash } from '@blueprintjs/icons';
import { type OptionKey } from '@contracts';
import { type ParseKeys } from 'i18next';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole } from '../../../base/session/use-role';
import { SettingAnchor } from '../../../shared/display/SettingAnchor';
import { notices } from '../../../shared/dialog/notices';
import { isReserved } from '../option-card';
import { useSaveOption } from '../use-save-option';

/** What a row of rules gets to draw its fields. */
export interface RuleRowProps<Draft, Fault> {
  readonly draft: Draft;
  /** The field that cannot be saved, after the first attempt; null when there is none. */
  readonly fault: Fault | null;
  readonly isDisabled: boolean;
  readonly set: (changes: Partial<Draft>) => void;
}

interface RuleCardProps<Draft, Fault> {
  readonly id: string;
  readonly option: OptionKey;
  readonly title: ParseKeys;
  readonly description: ParseKeys;
  readonly saved: readonly Draft[];
  readonly empty: Draft;
  readonly faultOf: (draft: Draft) => Fault | null;
  readonly toRule: (draft: Draft) => unknown;
  readonly renderRow: (props: RuleRowProps<Draft, Fault>) => ReactNode;
  /** Shown below the rules. */
  readonly children?: ReactNode;
}

interface RuleActionsProps {
  readonly isDisabled: boolean;
  readonly isSaving: boolean;
  readonly onAdd: () => void;
}

function RuleActions({ isDisabled, isSaving, onAdd }: RuleActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="form-actions">
      <Button icon={<Add />} disabled={isDisabled} text={t('joining.add_rule')} onClick={onAdd} />
      <Button
        type="submit"
        intent={Intent.PRIMARY}
        disabled={isDisabled}
        loading={isSaving}
        text={t('joining.save_rules')}
      />
    </div>
  );
}

/** The rules as typed, and the action that saves them. */
function useRules<Draft extends object, Fault extends string>({
  option,
  saved,
  faultOf,
  toRule,
}: RuleCardProps<Draft, Fault>) {
  const { t } = useTranslation();
  const save = useSaveOption();
  const [rows, setRows] = useState(saved);
  const [isChecked, setChecked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const submit = async () => {
    setChecked(true);
    if (rows.some(row => faultOf(row) !== null)) return;
    setSaving(true);
    const isSaved = await save(option, JSON.stringify(rows.map(toRule)));
    setSaving(false);
    if (isSaved) notices.success(t('joining.rules_saved'));
  };
  return { rows, setRows, isChecked, setChecked, isSaving, submit };
}

/** The rows of an option that holds rules in their order. It is mounted again for each saved text. */
export function RuleCard<Draft extends object, Fault extends string>(props: RuleCardProps<Draft, Fault>) {
  const { id, option, title, description, empty, faultOf, renderRow, children } = props;
  const { t } = useTranslation();
  const isDisabled = isReserved(option, useRole());
  const { rows, setRows, isChecked, setChecked, isSaving, submit } = useRules(props);
  return (
    <SettingAnchor id={id}>
      <Card className="draft-card">
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault();
            void submit();
          }}
        >
          <H5>{t(title)}</H5>
          <p className="muted">{t(description)}</p>
          {rows.map((draft, index) => (
            // Rules have no identity of their own, and no row has state.
            <fieldset key={index} className="rule-row">
              <legend>{t('joining.rule', { number: index + 1 })}</legend>
              {renderRow({
                draft,
                fault: isChecked ? faultOf(draft) : null,
                isDisabled,
                set: changes => setRows(rows.with(index, { ...draft, ...changes })),
              })}
              <Button
                className="rule-remove"
                variant="minimal"
                icon={<Trash />}
                disabled={isDisabled}
                aria-label={t('joining.remove_rule', { number: index + 1 })}
                onClick={() => setRows(rows.filter((_row, position) => position !== index))}
              />
            </fieldset>
          ))}
          <RuleActions
            isDisabled={isDisabled}
            isSaving={isSaving}
            onAdd={() => {
              setChecked(false);
              setRows([...rows, empty]);
            }}
          />
        </form>
        {children}
        {isDisabled && <p className="muted">{t('setting.root_only')}</p>}
      </Card>
    </SettingAnchor>
  );
}
