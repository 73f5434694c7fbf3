import { Injectable } from '@nestjs/common';
import { ChangeNotices } from '@platform';
import { CHANNEL_NOTICE, ChannelCatalog } from '../catalog/channel-catalog';

/** Makes a committed change effective: on this node before the response, on other nodes shortly after. */
@Injectable()
export class ChannelAnnouncer {
  constructor(
    private readonly catalog: ChannelCatalog,
    private readonly notices: ChangeNotices,
  ) {}

  async announce(channelIds: readonly number[]): Promise<void> {
    await this.catalog.refresh();
    await this.notices.publish(CHANNEL_NOTICE, channelIds.join());
  }
}
