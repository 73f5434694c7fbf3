import { Button, NonIdealState, Spinner } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import { type ChannelView } from '@contracts';
import { useTranslation } from 'react-i18next';
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
      {isError && !isFetching ? (
        <NonIdealState
          icon={<ErrorIcon size={32} />}
          title={t('common.load_failed')}
          action={<Button text={t('common.retry')} onClick={() => void refetch()} />}
        />
      ) : (
        <Spinner className="table-spinner" aria-label={t('common.loading')} />
      )}
    </FormDrawer>
  );
}
