import { Injectable } from '@nestjs/common';
import { Database, isUniqueViolation, SecretBox, UnitOfWork } from '@platform';
import { LessThanOrEqual } from 'typeorm';
import { TicketEntity } from './ticket.entity';

/** The purpose of a ticket; a ticket is invalid for any other purpose. */
export type TicketPurpose =
  /** State of a third-party sign-in, on its way there and back. */
  | 'oauth-state'
  /** Challenge of a passkey. */
  | 'passkey'
  /** Passed human check; the ticket is the id of the session. */
  | 'human'
  /** Signed data of the Telegram widget that was used. */
  | 'telegram-used'
  /** WeChat code that was used. */
  | 'wechat-used';

export interface NewTicket {
  readonly purpose: TicketPurpose;
  /** The text that the browser will present; only its hash is stored. */
  readonly ticket: string;
  /** Hash that names the session it is bound to; absent when any browser may present it. */
  readonly sessionId?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly lifetimeMs: number;
  /** Number of uses; 1 by default. */
  readonly uses?: number;
}

const USE_TRIES = 3;

/** Single-use texts with a short life, shared by all nodes. The first caller that presents one gets it. */
@Injectable()
export class Tickets {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: SecretBox,
  ) {}

  /** Issues a ticket; an older one with the same text is replaced. */
  async issue(ticket: NewTicket): Promise<void> {
    const row = this.rowOf(ticket);
    await this.unitOfWork.run(async manager => {
      await manager.delete(TicketEntity, { purpose: row.purpose, ticketHash: row.ticketHash });
      await manager.insert(TicketEntity, row);
    });
  }

  /**
   * Marks a text as used, for the first caller.
   *
   * @returns false when it was marked before and that mark has not expired
   */
  async claim(ticket: NewTicket): Promise<boolean> {
    const row = this.rowOf({ ...ticket, uses: 0 });
    const { purpose, ticketHash } = row;
    try {
      await this.unitOfWork.run(async manager => {
        await manager.delete(TicketEntity, { purpose, ticketHash, expiresAtMs: LessThanOrEqual(Date.now()) });
        await manager.insert(TicketEntity, row);
      });
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Revokes a ticket or a mark of {@link claim}. */
  async revoke(purpose: TicketPurpose, ticket: string): Promise<void> {
    const ticketHash = this.hashOf(purpose, ticket);
    await this.unitOfWork.run(manager => manager.delete(TicketEntity, { purpose, ticketHash }));
  }

  /**
   * Spends one use of a ticket. A ticket presented by a session it is not bound to is used up as well.
   *
   * @returns its data, or null when it is unknown, used up, expired or bound to another session
   */
  async use(purpose: TicketPurpose, ticket: string, sessionId = ''): Promise<Readonly<Record<string, unknown>> | null> {
    if (ticket === '' || ticket.length > 512) return null;
    const key = { purpose, ticketHash: this.hashOf(purpose, ticket) };
    for (let attempt = 0; attempt < USE_TRIES; attempt += 1) {
      const row = await this.database.read.findOneBy(TicketEntity, key);
      if (!row || row.usesLeft < 1) return null;
      const { usesLeft } = row;
      const isSpent = await this.unitOfWork.run(async manager => {
        const { affected } =
          usesLeft > 1
            ? await manager.update(TicketEntity, { ...key, usesLeft }, { usesLeft: usesLeft - 1 })
            : await manager.delete(TicketEntity, { ...key, usesLeft });
        return affected === 1;
      });
      if (!isSpent) continue; // another request spent a use meanwhile
      if (row.sessionId !== sessionId || row.expiresAtMs <= Date.now()) return null;
      return JSON.parse(row.data) as Record<string, unknown>; // written by issue
    }
    return null;
  }

  /** Job: removes expired tickets. */
  async removeExpired(): Promise<void> {
    await this.unitOfWork.run(manager => manager.delete(TicketEntity, { expiresAtMs: LessThanOrEqual(Date.now()) }));
  }

  private rowOf(ticket: NewTicket): TicketEntity {
    return {
      purpose: ticket.purpose,
      ticketHash: this.hashOf(ticket.purpose, ticket.ticket),
      sessionId: ticket.sessionId ?? '',
      data: JSON.stringify(ticket.data ?? {}),
      usesLeft: ticket.uses ?? 1,
      expiresAtMs: Date.now() + ticket.lifetimeMs,
    };
  }

  private hashOf(purpose: TicketPurpose, ticket: string): string {
    return this.secrets.hash('ticket', `${purpose}:${ticket}`);
  }
}
