import { useTranslation } from 'react-i18next';
import { type ChannelFault } from './channel-form';
import { type ChannelForm } from './use-channel-form';

/** Returns the sentence about a field when the form has one of the field's own faults. */
export function useFaultText({ fault }: Pick<ChannelForm, 'fault'>) {
  const { t } = useTranslation();
  return (...mine: readonly ChannelFault[]) =>
    fault && mine.includes(fault) ? t(`channel.fault_${fault}`) : undefined;
}
