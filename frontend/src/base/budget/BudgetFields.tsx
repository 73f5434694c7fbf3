import { budgetWindows, type BudgetWindow } from '@contracts';
import { useTranslation } from 'react-i18next';
import { NumberField, SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { useStatus } from '../site/use-status';
import { unitsOf, type BudgetDraft, type BudgetFault } from './budget-draft';
import { termsText } from './budget-words';

const NAME_MAX = 64;

interface BudgetFieldsProps {
  readonly draft: BudgetDraft;
  readonly fault: BudgetFault | null;
  readonly onChange: (changes: Partial<BudgetDraft>) => void;
  /** An empty amount is none. Default: false. */
  readonly isOptional?: boolean;
}

/** The amount and its window, with what they mean in words below. */
export function BudgetAmount({ draft, fault, onChange, isOptional }: BudgetFieldsProps) {
  const { t } = useTranslation();
  const status = useStatus();
  const units = unitsOf(draft.amount, status);
  const said =
    units === null ? '' : termsText({ quota: units, window: draft.window, is_rolling: draft.isRolling }, status, t);
  return (
    <div className="form-grid">
      <NumberField
        label={t('budget.amount')}
        helper={said || t(isOptional ? 'budget.amount_optional' : 'budget.amount_hint')}
        fault={fault === 'amount' ? t('budget.fault_amount') : undefined}
        unit="$"
        min={0}
        step="any"
        value={draft.amount}
        onChange={amount => onChange({ amount })}
      />
      <SelectField
        label={t('budget.window')}
        value={draft.window}
        options={budgetWindows.map(window => ({ value: window, label: t(`budget.window_${window}`) }))}
        onChange={window => onChange({ window: window as BudgetWindow })} // the options are all windows
      />
    </div>
  );
}

/** Everything that a budget says. */
export function BudgetFields(props: BudgetFieldsProps) {
  const { t } = useTranslation();
  const { draft, fault, onChange } = props;
  const isEndless = draft.window === 'once';
  const isCalendar = !isEndless && !draft.isRolling;
  return (
    <>
      <BudgetAmount {...props} />
      <SwitchField
        label={t('budget.hard')}
        helper={t('budget.hard_hint')}
        isOn={draft.isHard}
        onChange={isHard => onChange({ isHard })}
      />
      <TextField
        label={t('budget.thresholds')}
        helper={t('budget.thresholds_hint')}
        fault={fault === 'thresholds' ? t('budget.fault_thresholds') : undefined}
        value={draft.thresholds}
        onChange={thresholds => onChange({ thresholds })}
      />
      {!isEndless && (
        <SwitchField
          label={t('budget.rolling')}
          helper={t('budget.rolling_hint')}
          isOn={draft.isRolling}
          onChange={isRolling => onChange({ isRolling })}
        />
      )}
      {isCalendar && (
        <>
          <SwitchField
            label={t('budget.carry')}
            helper={t('budget.carry_hint')}
            isOn={draft.carriesOver}
            onChange={carriesOver => onChange({ carriesOver })}
          />
          <TextField
            label={t('budget.zone')}
            helper={t('budget.zone_hint')}
            maxLength={NAME_MAX}
            value={draft.timeZone}
            onChange={timeZone => onChange({ timeZone })}
          />
        </>
      )}
    </>
  );
}
