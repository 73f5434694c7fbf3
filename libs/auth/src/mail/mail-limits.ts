import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MAIL_COOLDOWN_SECONDS } from '@contracts';
import { Limiter, takeOrRefuse } from '@platform';

const WINDOW_MS = MAIL_COOLDOWN_SECONDS * 1000;
/** Calls allowed from one client address; two, because a person may mistype the e-mail address. */
const PER_CLIENT = { limit: 2, windowMs: WINDOW_MS } as const;
const PER_RECEIVER = { limit: 1, windowMs: WINDOW_MS } as const;
const PER_RECEIVER_AND_DAY = { limit: 10, windowMs: 24 * 3_600_000 } as const;

/** Limits how much mail may be requested: protects other people's mailboxes, and this site's reputation as a sender. */
@Injectable()
export class MailLimits {
  constructor(private readonly limiter: Limiter) {}

  /** @throws AppError RATE_TOO_MANY */
  async takeForClient(clientIp: string): Promise<void> {
    await takeOrRefuse(this.limiter, `mail:from:${clientIp}`, PER_CLIENT);
  }

  /**
   * @param email in lower case
   * @throws AppError RATE_TOO_MANY
   */
  async takeForReceiver(email: string): Promise<void> {
    // Hashed, because limits may lie in a shared store.
    const receiver = createHash('sha256').update(email).digest('base64url');
    await takeOrRefuse(this.limiter, `mail:to:${receiver}`, PER_RECEIVER);
    await takeOrRefuse(this.limiter, `mail:day:${receiver}`, PER_RECEIVER_AND_DAY);
  }
}
