import { ChannelStatus, type ChannelHealthView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { formatDuration } from '../../shared/format/duration';
import { useSwitchChannelMutation, useTryChannelMutation, useWakeChannelMutation } from './health-api';

const MS_PER_SECOND = 1000;

/** The actions of a row of the health page. */
export interface HealthActions {
  readonly test: (channel: ChannelHealthView) => void;
  /** Channels whose test is under way. */
  readonly testing: ReadonlySet<number>;
  readonly wake: (channel: ChannelHealthView) => void;
  /** Enables a channel, or disables an enabled one. */
  readonly toggle: (channel: ChannelHealthView) => void;
}

/** The calls behind the buttons of a row, each with its notice; the listener shows failures. */
export function useHealthActions(): HealthActions {
  const { t, i18n } = useTranslation();
  const announce = useAnnounce();
  const [testing, setTesting] = useState<ReadonlySet<number>>(new Set());
  const [tryChannel] = useTryChannelMutation();
  const [wakeChannel] = useWakeChannelMutation();
  const [switchChannel] = useSwitchChannelMutation();
  return useMemo(
    () => ({
      testing,
      test: async ({ id, name }) => {
        setTesting(current => new Set(current).add(id));
        const { data: seconds } = await tryChannel(id);
        setTesting(current => new Set([...current].filter(other => other !== id)));
        if (seconds === undefined) return;
        const time = formatDuration(seconds * MS_PER_SECOND, i18n.language);
        notices.success(t('channel.tested', { name, time }));
      },
      wake: ({ id }) => void announce(wakeChannel(id)),
      toggle: ({ id, status }) => {
        const isEnabled = status === ChannelStatus.Enabled;
        void announce(switchChannel({ id, status: isEnabled ? ChannelStatus.Disabled : ChannelStatus.Enabled }));
      },
    }),
    [testing, tryChannel, wakeChannel, switchChannel, announce, t, i18n],
  );
}
