import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { formatDuration } from '../../shared/format/duration';
import { useTestChannelMutation } from './channel-api';

const MS_PER_SECOND = 1000;

/** Tests channels that were just saved, one after the other. */
export function useFirstTest() {
  const { t, i18n } = useTranslation();
  const [testChannel, { isLoading: isTesting }] = useTestChannelMutation();
  const [fault, setFault] = useState('');

  /** @returns whether every channel has answered */
  const run = async (name: string, ids: readonly number[]): Promise<boolean> => {
    setFault('');
    let areAllWell = true;
    for (const id of ids) {
      const { data: seconds, error } = await testChannel({ id, model: '' });
      if (seconds !== undefined) {
        notices.success(t('channel.tested', { name, time: formatDuration(seconds * MS_PER_SECOND, i18n.language) }));
        continue;
      }
      areAllWell = false;
      setFault((error && 'message' in error && error.message) || t('common.unknown'));
    }
    return areAllWell;
  };

  return { run, isTesting, fault };
}
