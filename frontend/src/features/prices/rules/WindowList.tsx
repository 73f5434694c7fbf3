import { Button, FormGroup, SegmentedControl } from '@blueprintjs/core';
import { Plus, Trash } from '@blueprintjs/icons';
import { PRICE_WINDOWS_MAX, priceTableKeys } from '@contracts';
import { useTranslation } from 'react-i18next';
import { NumberField, TextField } from '../../../shared/form/fields';
import { PriceFields, type RuleContext } from './PriceFields';
import { newWindow, partOver, type WindowDraft } from './rule-draft';
import { TierList } from './TierList';
import { WeekdayButtons } from './WeekdayButtons';

interface WindowEditorProps {
  readonly window: WindowDraft;
  readonly name: string;
  readonly context: RuleContext;
  readonly onChange: (changes: Partial<WindowDraft>) => void;
  readonly onRemove: () => void;
}

/** When the hours are. */
function HoursFields({ window, name, onChange, onRemove }: Omit<WindowEditorProps, 'context'>) {
  const { t } = useTranslation();
  return (
    <>
      <div className="rule-head">
        <TextField label={t('price_rules.from')} value={window.from} onChange={from => onChange({ from })} />
        <TextField label={t('price_rules.to')} value={window.to} onChange={to => onChange({ to })} />
        <TextField label={t('price_rules.zone')} value={window.zone} onChange={zone => onChange({ zone })} />
        <Button variant="minimal" icon={<Trash />} aria-label={t('price_rules.remove', { name })} onClick={onRemove} />
      </div>
      <WeekdayButtons days={window.days} onChange={days => onChange({ days })} />
    </>
  );
}

function WindowEditor(props: WindowEditorProps) {
  const { window, name, context, onChange } = props;
  const { t } = useTranslation();
  return (
    <div className="rule-part" role="group" aria-label={name}>
      <HoursFields {...props} />
      <FormGroup label={t('price_rules.kind')}>
        <SegmentedControl
          aria-label={t('price_rules.kind')}
          options={[
            { value: 'factor', label: t('price_rules.kind_factor') },
            { value: 'prices', label: t('price_rules.kind_prices') },
          ]}
          value={window.kind}
          onValueChange={kind => onChange({ kind: kind === 'prices' ? 'prices' : 'factor' })}
        />
      </FormGroup>
      {window.kind === 'factor' ? (
        <div className="rule-head">
          <NumberField
            label={t('price_rules.factor')}
            helper={t('price_rules.factor_hint')}
            value={window.factor}
            step="any"
            min={0}
            onChange={factor => onChange({ factor })}
          />
        </div>
      ) : (
        <>
          <PriceFields
            name={name}
            keys={priceTableKeys}
            prices={window.prices}
            context={context}
            onChange={prices => onChange({ prices })}
          />
          <TierList
            tiers={window.tiers}
            of={name}
            context={{ ...context, below: partOver(context.below, window.prices) }}
            onChange={tiers => onChange({ tiers })}
          />
        </>
      )}
    </div>
  );
}

interface WindowListProps {
  readonly windows: readonly WindowDraft[];
  /** Names the part to which the hours belong; empty for the model itself. */
  readonly of: string;
  readonly context: RuleContext;
  readonly onChange: (windows: readonly WindowDraft[]) => void;
}

/** Hours in which a factor or other prices hold. */
export function WindowList({ windows, of, context, onChange }: WindowListProps) {
  const { t } = useTranslation();
  const change = (at: number, changes: Partial<WindowDraft>) =>
    onChange(windows.map((window, place) => (place === at ? { ...window, ...changes } : window)));
  return (
    <>
      {windows.map((window, at) => (
        <WindowEditor
          key={at}
          window={window}
          name={[of, t('price_rules.hours_of', { number: at + 1 })].filter(Boolean).join(' · ')}
          context={context}
          onChange={changes => change(at, changes)}
          onRemove={() => onChange(windows.filter((_, place) => place !== at))}
        />
      ))}
      {windows.length < PRICE_WINDOWS_MAX && (
        <Button
          icon={<Plus />}
          size="small"
          text={t('price_rules.add_hours')}
          onClick={() => onChange([...windows, newWindow()])}
        />
      )}
    </>
  );
}
