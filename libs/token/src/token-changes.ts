import { Injectable } from '@nestjs/common';
import { ChangeNotices, EventBus } from '@platform';

/** Tells this node and all others that a token changed, so that no cached copy admits it any longer. After the commit. */
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
