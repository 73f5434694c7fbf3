import { Button, ButtonGroup, Intent, Menu } from '@blueprintjs/core';
import { CaretDown, Duplicate, Edit, More, Trash } from '@blueprintjs/icons';
import { channelTypeOf, ChannelStatus, type ChannelView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Question } from '../../shared/dialog/Question';
import { SwitchButton } from '../../shared/table/SwitchButton';
import { ChannelTestMenu } from './ChannelTestMenu';
import { type ChannelRowActions } from './use-channel-actions';
import { MenuItem } from '../../shared/display/MenuItem';
import { Popover } from '../../shared/display/Popover';

interface PartProps {
  readonly channel: ChannelView;
  readonly actions: ChannelRowActions;
}

/** Tests with the channel's own choice of model, or with a chosen model. */
function TestButtons({ channel, actions }: PartProps) {
  const { t } = useTranslation();
  const isBusy = actions.testing.has(channel.id);
  const canTest = channelTypeOf(channel.type)?.supportsTest ?? true;
  return (
    <ButtonGroup>
      <Button
        size="small"
        text={t('channel.test')}
        loading={isBusy}
        disabled={!canTest}
        onClick={() => actions.test(channel, '')}
      />
      <Popover
        content={<ChannelTestMenu channel={channel} onTest={model => actions.test(channel, model)} />}
        placement="bottom-end"
        disabled={!canTest}
      >
        <Button
          size="small"
          icon={<CaretDown />}
          disabled={isBusy || !canTest}
          aria-label={t('channel.test_with', { name: channel.name })}
        />
      </Popover>
    </ButtonGroup>
  );
}

/** All actions on one channel: test, switch, edit, copy, delete. */
export function ChannelRowMenu({ channel, actions }: PartProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const isEnabled = channel.status === ChannelStatus.Enabled;
  const more = (
    <Menu>
      <MenuItem icon={<Duplicate />} text={t('common.copy')} onClick={() => actions.copy(channel)} />
      <MenuItem icon={<Trash />} intent={Intent.DANGER} text={t('common.delete')} onClick={() => setAsking(true)} />
    </Menu>
  );
  return (
    <span className="cell-actions">
      <TestButtons channel={channel} actions={actions} />
      <SwitchButton
        isOn={isEnabled}
        onSwitch={() =>
          actions.change({ id: channel.id, status: isEnabled ? ChannelStatus.Disabled : ChannelStatus.Enabled })
        }
      />
      <Button
        size="small"
        variant="minimal"
        icon={<Edit />}
        aria-label={t('channel.edit_title', { name: channel.name })}
        onClick={() => actions.edit(channel)}
      />
      <Popover content={more} placement="bottom-end">
        <Button size="small" variant="minimal" icon={<More />} aria-label={t('common.more')} />
      </Popover>
      {isAsking && (
        <Question
          isOpen
          question={t('channel.delete_question', { name: channel.name })}
          warning={t('channel.delete_warning')}
          confirmLabel={t('common.delete')}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            actions.remove(channel);
          }}
        />
      )}
    </span>
  );
}
