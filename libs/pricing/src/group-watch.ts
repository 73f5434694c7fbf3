import { Injectable } from '@nestjs/common';
import { ChannelCatalog } from '@channel';
import { Options } from '@option';
import { EventBus, Logger } from '@platform';
import { UserStore } from '@user';
import { groupsOf, sortGroups } from './groups';

/**
 * Reports groups that lost their ratio while accounts or channels still name them. Nothing is refused for that: a
 * rename removes the old name first. But such a group counts as ratio 1 and cannot be chosen, which an administrator
 * should know.
 */
@Injectable()
export class GroupWatch {
  constructor(
    private readonly users: UserStore,
    private readonly channels: ChannelCatalog,
    private readonly options: Options,
    logger: Logger,
    events: EventBus,
  ) {
    events.subscribe('option.changed', async ({ keys }) => {
      if (!keys.includes('GroupRatio')) return;
      const groups = await this.abandoned();
      if (groups.length > 0) logger.warn({ groups }, 'accounts or channels name groups without a ratio');
    });
  }

  /** Groups that accounts or channels name and GroupRatio does not. */
  async abandoned(): Promise<readonly string[]> {
    const ofUsers = (await this.users.groupTexts()).flatMap(text => groupsOf(text));
    const ofChannels = this.channels.current.all.flatMap(channel => channel.groups);
    const { GroupRatio } = this.options.current;
    return sortGroups([...ofUsers, ...ofChannels]).filter(group => !Object.hasOwn(GroupRatio, group));
  }
}
