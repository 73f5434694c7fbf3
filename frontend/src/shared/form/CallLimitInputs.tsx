import { CALL_LIMIT_MAX, callLimitFields, type CallLimitField } from '@contracts';
import { useTranslation } from 'react-i18next';
import { type CallLimitDraft } from './call-limit-draft';
import { NumberField } from './fields';

interface CallLimitInputsProps {
  readonly limits: CallLimitDraft;
  /** The field with a fault, or null. */
  readonly fault: CallLimitField | null;
  readonly onChange: (limits: CallLimitDraft) => void;
}

/** The four limits of a key or a user: requests and tokens a minute, calls at the same time, requests a day. */
export function CallLimitInputs({ limits, fault, onChange }: CallLimitInputsProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className="muted">{t('limit.hint')}</p>
      <div className="form-grid">
        {callLimitFields.map(field => (
          <NumberField
            key={field}
            label={t(`limit.${field}`)}
            min={0}
            fault={fault === field ? t('limit.fault', { max: CALL_LIMIT_MAX }) : undefined}
            value={limits[field]}
            onChange={text => onChange({ ...limits, [field]: text })}
          />
        ))}
      </div>
    </>
  );
}
