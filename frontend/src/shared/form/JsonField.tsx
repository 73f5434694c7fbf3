import { Intent, TextArea } from '@blueprintjs/core';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from './fields';
import { isJson, prettyJson } from './json';

interface JsonFieldProps {
  readonly label: string;
  readonly helper?: ReactNode;
  /** A further fault of the value; it is shown instead of the helper once the field was left. */
  readonly fault?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
  /** The number of visible lines. Default: 6. */
  readonly rows?: number;
  /** True accepts an empty text. Default: true. */
  readonly isEmptyAllowed?: boolean;
}

/** A text area for JSON: it is checked and formatted when it is left, not while typing. */
export function JsonField(props: JsonFieldProps) {
  const { label, helper, fault, value, onChange, placeholder, rows = 6, isEmptyAllowed = true } = props;
  const { t } = useTranslation();
  const id = useId();
  const [wasLeft, setLeft] = useState(false);
  const problem = isJson(value, { isEmptyAllowed }) ? fault : t('common.not_json');
  const isBroken = wasLeft && problem !== undefined;
  return (
    <FieldFrame id={id} label={label} helper={helper} fault={isBroken ? problem : undefined}>
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
    </FieldFrame>
  );
}
