import { Injectable } from '@nestjs/common';
import { ChangeNotices, EventBus } from '@platform';

/** Tells this node and all others that an account changed, so that nobody acts on an old copy. Call it after the commit. */
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
