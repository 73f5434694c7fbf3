import { FormGroup, Intent, TextArea } from '@blueprintjs/core';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isJson, prettyJson } from './json';

export interface JsonFieldProps {
  readonly label: string;
  readonly helper?: ReactNode;
  /** What is wrong with it besides; said, instead of the helper, once the field was left. */
  readonly fault?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
  /** Visible lines. Default: 6. */
  readonly rows?: number;
  /** Default: true. */
  readonly isEmptyAllowed?: boolean;
}

/** A text area for JSON: checked and put into shape when it is left, never while it is typed. */
export function JsonField(props: JsonFieldProps) {
  const { label, helper, fault, value, onChange, placeholder, rows = 6, isEmptyAllowed = true } = props;
  const { t } = useTranslation();
  const id = useId();
  const [wasLeft, setLeft] = useState(false);
  const problem = isJson(value, { isEmptyAllowed }) ? fault : t('common.not_json');
  const isBroken = wasLeft && problem !== undefined;
  return (
    <FormGroup
      label={label}
      labelFor={id}
      helperText={isBroken ? problem : helper}
      intent={isBroken ? Intent.DANGER : Intent.NONE}
    >
      <TextArea
        id={id}
        className="code-area"
        fill
        rows={rows}
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        intent={isBroken ? Intent.DANGER : Intent.NONE}
        aria-invalid={isBroken}
        onChange={event => onChange(event.currentTarget.value)}
        onBlur={() => {
          setLeft(true);
          const pretty = prettyJson(value);
          if (pretty !== value) onChange(pretty);
        }}
      />
    </FormGroup>
  );
}
