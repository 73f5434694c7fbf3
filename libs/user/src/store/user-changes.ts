import { Injectable } from '@nestjs/common';
import { ChangeNotices, EventBus } from '@platform';

/**
 * Announces to all nodes, this one included, that an account changed, so that no node uses an old copy. Call it after
 * the commit.
 */
@Injectable()
export class UserChanges {
  constructor(
    private readonly events: EventBus,
    private readonly notices: ChangeNotices,
  ) {}

  async announce(userId: number): Promise<void> {
    this.events.publish('user.changed', { userId });
    await this.notices.publish('user', String(userId));
  }
}
