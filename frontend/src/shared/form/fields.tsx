import { FormGroup, HTMLSelect, InputGroup, Intent, Switch, TextArea, type OptionProps } from '@blueprintjs/core';
import { useId, type ReactNode } from 'react';

interface FieldProps {
  readonly label: string;
  /** What to enter, its unit, and its effect. */
  readonly helper?: ReactNode;
  /** What is wrong with the value; it replaces the helper. */
  readonly fault?: string;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
}

interface FieldFrameProps extends FieldProps {
  /** The id of the control, which the label names. */
  readonly id: string;
  readonly children: ReactNode;
}

/** The label of a field, with what to enter or what is wrong below it. */
export function FieldFrame({ id, label, helper, fault, isRequired, isDisabled, children }: FieldFrameProps) {
  return (
    <FormGroup
      label={label}
      labelFor={id}
      labelInfo={isRequired ? '*' : undefined}
      helperText={fault ?? helper}
      intent={fault ? Intent.DANGER : Intent.NONE}
      disabled={isDisabled}
    >
      {children}
    </FormGroup>
  );
}

function intentOf(fault: string | undefined): Intent {
  return fault ? Intent.DANGER : Intent.NONE;
}

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
  /** The type of the input; date with time is local, with seconds. Default: text. */
  readonly type?: 'text' | 'date' | 'datetime-local' | 'url' | 'search';
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  readonly onBlur?: () => void;
}

/** One line of text. */
export function TextField({
  value,
  onChange,
  placeholder,
  type,
  maxLength,
  autoFocus,
  onBlur,
  ...field
}: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} {...field}>
      <InputGroup
        id={id}
        value={value}
        type={type ?? 'text'}
        step={type === 'datetime-local' ? 1 : undefined}
        placeholder={placeholder}
        maxLength={maxLength}
        autoFocus={autoFocus}
        disabled={field.isDisabled}
        intent={intentOf(field.fault)}
        aria-invalid={field.fault !== undefined}
        onValueChange={onChange}
        onBlur={onBlur}
      />
    </FieldFrame>
  );
}

interface NumberFieldProps extends FieldProps {
  /** The number as typed: an unfinished number must not be changed while the user types. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly min?: number;
  /** The step between values. Default: 1, for whole numbers. */
  readonly step?: number | 'any';
  /** The unit, shown inside the field. */
  readonly unit?: string;
  readonly onBlur?: () => void;
}

export function NumberField({ value, onChange, min, step = 1, unit, onBlur, ...field }: NumberFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} {...field}>
      <InputGroup
        id={id}
        type="number"
        inputMode={step === 1 ? 'numeric' : 'decimal'}
        value={value}
        min={min}
        step={step}
        disabled={field.isDisabled}
        intent={intentOf(field.fault)}
        aria-invalid={field.fault !== undefined}
        rightElement={unit ? <span className="field-unit muted">{unit}</span> : undefined}
        onValueChange={onChange}
        onBlur={onBlur}
      />
    </FieldFrame>
  );
}

interface SelectFieldProps extends FieldProps {
  readonly value: string;
  readonly options: readonly OptionProps[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ value, options, onChange, ...field }: SelectFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} {...field}>
      <HTMLSelect
        id={id}
        fill
        value={value}
        options={options}
        disabled={field.isDisabled}
        aria-invalid={field.fault !== undefined}
        onChange={event => onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}

interface SwitchFieldProps extends Omit<FieldProps, 'isRequired' | 'fault'> {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function SwitchField({ label, helper, isOn, isDisabled, onChange }: SwitchFieldProps) {
  return (
    <FormGroup helperText={helper} disabled={isDisabled}>
      <Switch
        label={label}
        checked={isOn}
        disabled={isDisabled}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    </FormGroup>
  );
}

export interface AreaFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
  /** The number of visible lines. Default: 4. */
  readonly rows?: number;
  /** True shows the text in a fixed-width font, for keys and addresses. */
  readonly isCode?: boolean;
}

/** Several lines of text. */
export function AreaField({ value, onChange, placeholder, rows = 4, isCode, ...field }: AreaFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} {...field}>
      <TextArea
        id={id}
        fill
        rows={rows}
        value={value}
        placeholder={placeholder}
        spellCheck={!isCode}
        className={isCode ? 'code-area' : undefined}
        disabled={field.isDisabled}
        intent={intentOf(field.fault)}
        aria-invalid={field.fault !== undefined}
        onChange={event => onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}
