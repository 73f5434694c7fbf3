import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { SwitchField } from '../../shared/form/fields';
import { Question } from '../../shared/dialog/Question';
import { useRole } from '../../base/session/use-role';
import { isReserved, type OptionSwitchRow } from './option-card';
import { useSwitchOptionMutation } from './setting-api';

interface OptionSwitchProps {
  readonly row: OptionSwitchRow;
  readonly isOn: boolean;
}

/** A switch for one option that saves at once. It asks for confirmation when turning it off can lock users out. */
export function OptionSwitch({ row: { key, label, hint, offQuestion, offWarning }, isOn }: OptionSwitchProps) {
  const { t } = useTranslation();
  const role = useRole();
  const [switchOption, { isLoading }] = useSwitchOptionMutation();
  const [isAsking, setAsking] = useState(false);

  const change = async (next: boolean) => {
    const { error } = await switchOption({ key, isOn: next });
    if (!error) notices.success(t('common.saved'));
  };

  return (
    <>
      <SwitchField
        label={t(label)}
        helper={hint && t(hint)}
        isOn={isOn}
        isDisabled={isLoading || isReserved(key, role)}
        onChange={next => {
          if (!next && offQuestion) setAsking(true);
          else void change(next);
        }}
      />
      {offQuestion && (
        <Question
          isOpen={isAsking}
          question={t(offQuestion)}
          warning={offWarning && t(offWarning)}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void change(false);
          }}
        />
      )}
    </>
  );
}
