import { type ChannelView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { ErrorState, LoadingLines } from '../../shared/display/states';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { useGetChannelQuery } from './channel-api';
import { ChannelDrawer } from './ChannelDrawer';

interface ChannelEditDrawerProps {
  readonly id: number;
  /** The channel as the table shows it; a channel of another page is read from the server. */
  readonly known: ChannelView | undefined;
  readonly onClose: () => void;
}

/** The form of a channel by its number, which may come from a link. It is mounted each time it opens. */
export function ChannelEditDrawer({ id, known, onClose }: ChannelEditDrawerProps) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useGetChannelQuery(id, { skip: known !== undefined });
  const channel = known ?? data;
  if (channel) return <ChannelDrawer channel={channel} onClose={onClose} />;
  return (
    <FormDrawer
      isOpen
      title={t('channel.edit_title', { name: `#${id}` })}
      isBusy
      onSubmit={() => undefined}
      onClose={onClose}
    >
      {isError && !isFetching ? <ErrorState onRetry={() => void refetch()} /> : <LoadingLines />}
    </FormDrawer>
  );
}
