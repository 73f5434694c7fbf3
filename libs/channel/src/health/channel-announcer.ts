import { Injectable } from '@nestjs/common';
import { ChangeNotices } from '@platform';
import { ChannelKeys } from '../keys/channel-keys';
import { CHANNEL_NOTICE, ChannelCatalog } from '../catalog/channel-catalog';

/** Makes a committed change effective: on this node before the response, on other nodes shortly after. */
@Injectable()
export class ChannelAnnouncer {
  constructor(
    private readonly catalog: ChannelCatalog,
    private readonly notices: ChangeNotices,
    private readonly keys: ChannelKeys,
  ) {}

  /** Announces what an administrator edited. What made a channel rest may be mended, so it is tried at once. */
  async announceEdits(channelIds: readonly number[]): Promise<void> {
    this.keys.forgiveChannels(channelIds);
    await this.announce(channelIds);
  }

  async announce(channelIds: readonly number[]): Promise<void> {
    await this.catalog.refresh();
    await this.notices.publish(CHANNEL_NOTICE, channelIds.join());
  }
}
