import { Injectable } from '@nestjs/common';
import { ChangeNotices, EventBus } from '@platform';

/**
 * Announces to all nodes, this one included, that a token changed, so that no cached copy admits it any longer. Call it
 * after the commit.
 */
@Injectable()
export class TokenChanges {
  constructor(
    private readonly events: EventBus,
    private readonly notices: ChangeNotices,
  ) {}

  async announce(tokenId: number): Promise<void> {
    this.events.publish('token.changed', { tokenId });
    await this.notices.publish('token', String(tokenId));
  }
}
