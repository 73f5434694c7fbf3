import { Button } from '@blueprintjs/core';
import { Disable, Play } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';

interface SwitchButtonProps {
  /** True offers to switch the row off, false to switch it on. */
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onSwitch: () => void;
}

/** The button of a row that switches it off, and on again. */
export function SwitchButton({ isOn, isDisabled, onSwitch }: SwitchButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="minimal"
      size="small"
      icon={isOn ? <Disable /> : <Play />}
      text={isOn ? t('common.disable') : t('common.enable')}
      disabled={isDisabled}
      onClick={onSwitch}
    />
  );
}
