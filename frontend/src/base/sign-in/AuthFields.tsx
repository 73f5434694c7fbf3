import { FormGroup, InputGroup, Intent, type InputGroupProps } from '@blueprintjs/core';
import { useId, type ReactNode } from 'react';
import { PasswordInput } from '../../shared/form/PasswordInput';

interface AuthFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** A name of the HTML standard, so that the browser fills in and saves the right value. */
  readonly autoComplete: string;
  readonly helper?: string;
  /** What is wrong with the value; it replaces the helper text. */
  readonly fault?: string | undefined;
  readonly autoFocus?: boolean;
  readonly maxLength?: number;
  readonly type?: 'text' | 'email';
  readonly isReadOnly?: boolean;
  /** An element at the end of the field. */
  readonly rightElement?: InputGroupProps['rightElement'];
}

function intentOf(fault: string | undefined): Intent {
  return fault ? Intent.DANGER : Intent.NONE;
}

interface FrameProps extends Pick<AuthFieldProps, 'label' | 'helper' | 'fault'> {
  readonly id: string;
  readonly children: ReactNode;
}

function Frame({ id, label, helper, fault, children }: FrameProps) {
  const text = fault ?? helper;
  return (
    <FormGroup
      label={label}
      labelFor={id}
      helperText={text === undefined ? undefined : <span id={`${id}-help`}>{text}</span>}
      intent={intentOf(fault)}
    >
      {children}
    </FormGroup>
  );
}

function inputProps(id: string, props: AuthFieldProps) {
  return {
    id,
    value: props.value,
    onValueChange: props.onChange,
    autoComplete: props.autoComplete,
    autoFocus: props.autoFocus,
    maxLength: props.maxLength,
    readOnly: props.isReadOnly,
    intent: intentOf(props.fault),
    'aria-invalid': props.fault !== undefined,
    'aria-describedby': (props.fault ?? props.helper) === undefined ? undefined : `${id}-help`,
  };
}

/** A line of text about a user: name, address or code. */
export function AuthField(props: AuthFieldProps) {
  const id = useId();
  const { label, helper, fault, type = 'text', rightElement } = props;
  return (
    <Frame id={id} label={label} helper={helper} fault={fault}>
      <InputGroup {...inputProps(id, props)} type={type} rightElement={rightElement} />
    </Frame>
  );
}

/** A password field whose text can be revealed. */
export function AuthPasswordField(props: Omit<AuthFieldProps, 'type' | 'rightElement'>) {
  const id = useId();
  const { label, helper, fault } = props;
  return (
    <Frame id={id} label={label} helper={helper} fault={fault}>
      <PasswordInput {...inputProps(id, props)} />
    </Frame>
  );
}
