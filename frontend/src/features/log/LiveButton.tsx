import { Button, Intent } from '@blueprintjs/core';
import { Pause, Play } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';

interface LiveButtonProps {
  readonly isLive: boolean;
  readonly onChange: (isLive: boolean) => void;
}

/** Starts and stops the reading of new rows. */
export function LiveButton({ isLive, onChange }: LiveButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      icon={isLive ? <Pause /> : <Play />}
      intent={isLive ? Intent.SUCCESS : Intent.NONE}
      aria-pressed={isLive}
      text={t('log.live')}
      title={t('log.live_hint')}
      onClick={() => onChange(!isLive)}
    />
  );
}
