import { Injectable } from '@nestjs/common';
import { Database, isUniqueViolation, SecretBox, UnitOfWork } from '@platform';
import { LessThanOrEqual } from 'typeorm';
import { TicketEntity } from './ticket.entity';

/** What a ticket is good for; one made for one purpose is worth nothing for another. */
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
  /** As the browser will present it; only its hash is kept. */
  readonly ticket: string;
  /** Hash that names the session it is bound to; none when anybody may present it. */
  readonly sessionId?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly lifetimeMs: number;
  /** 1 unless said otherwise. */
  readonly uses?: number;
}

const USE_TRIES = 3;

/** Single-use texts with a short life, shared by all nodes. Whoever presents one first has it. */
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
   * Marks a text as used, for whoever comes first.
   *
   * @returns false when it was marked before, as long as that mark lives
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

  /** Takes a ticket or a mark of {@link claim} back. */
  async revoke(purpose: TicketPurpose, ticket: string): Promise<void> {
    const ticketHash = this.hashOf(purpose, ticket);
    await this.unitOfWork.run(manager => manager.delete(TicketEntity, { purpose, ticketHash }));
  }

  /**
   * Spends one use of a ticket. One that is presented by a session it is not bound to is gone as well.
   *
   * @returns its data, or null when it is unknown, used up, expired or somebody else's
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
      if (!isSpent) continue; // somebody else spent a use meanwhile
      if (row.sessionId !== sessionId || row.expiresAtMs <= Date.now()) return null;
      return JSON.parse(row.data) as Record<string, unknown>; // written by issue
    }
    return null;
  }

  /** Job: tickets nobody can use any more. */
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
