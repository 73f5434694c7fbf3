import { Injectable } from '@nestjs/common';
import { AccountKind, Ledger } from '@billing';
import { LogType, Role, UserStatus, type LogSentenceKey, type RoleValue } from '@contracts';
import { LogStore, sentenceFields } from '@log';
import { Options, saidQuota } from '@option';
import { type EntityManager } from 'typeorm';
import { noCallLimits } from '../store/call-limit-columns';
import { type UserRecord } from '../store/user-record';
import { UserStore } from '../store/user.store';

/** An account to create; its names are checked and its password is already hashed. */
export interface CheckedUser {
  readonly username: string;
  readonly usernameKey: string;
  readonly displayName: string;
  /** The hash of the password; null for accounts that only sign in through a third party. */
  readonly passwordHash: string | null;
  /** A verified address in lower case, or null. */
  readonly email: string | null;
  /** The code of the inviter; unknown codes are ignored. */
  readonly affCode: string;
  readonly clientIp: string;
}

/** The reason of a gift, as the log names it. */
type GiftKey = Extract<LogSentenceKey, `gift_${string}`>;

interface Opening {
  readonly role: RoleValue;
  /** The units with which every account of this kind starts. */
  readonly giftUnits: number;
  readonly giftKey: GiftKey;
  readonly hasAffCode: boolean;
}

/** Creates accounts inside one unit of work: row, ledger accounts, gifts, invitation rewards and log rows. */
@Injectable()
export class UserCreation {
  constructor(
    private readonly users: UserStore,
    private readonly ledger: Ledger,
    private readonly logs: LogStore,
    private readonly options: Options,
  ) {}

  /** Creates an ordinary account with the gift for new users. @returns its id */
  async openOrdinary(manager: EntityManager, user: CheckedUser): Promise<number> {
    const inviter = await this.users.findInviter(manager, user.affCode);
    const userId = await this.open(manager, user, inviter, {
      role: Role.User,
      giftUnits: this.options.current.QuotaForNewUser,
      giftKey: 'gift_new_user',
      hasAffCode: true,
    });
    if (inviter) await this.rewardInvitation(manager, { userId, user, inviter });
    return userId;
  }

  /** Creates the first account of an installation. @returns its id */
  openRoot(manager: EntityManager, user: CheckedUser, giftUnits: number): Promise<number> {
    return this.open(manager, user, null, {
      role: Role.Root,
      giftUnits,
      giftKey: 'gift_first_account',
      hasAffCode: false,
    });
  }

  private async open(
    manager: EntityManager,
    user: CheckedUser,
    inviter: UserRecord | null,
    opening: Opening,
  ): Promise<number> {
    const userId = await this.users.insert(manager, {
      username: user.username,
      usernameKey: user.usernameKey,
      displayName: user.displayName,
      passwordHash: user.passwordHash,
      role: opening.role,
      status: UserStatus.Enabled,
      email: user.email,
      group: 'default',
      affCode: opening.hasAffCode ? await this.users.freeAffCode(manager) : null,
      affCount: 0,
      inviterId: inviter?.id ?? 0,
      message: '',
      ...noCallLimits,
      accessTokenHash: null,
      sessionVersion: 1,
      createdAtMs: Date.now(),
      lastLoginAtMs: 0,
      deletedAtMs: null,
    });
    await this.ledger.open(manager, AccountKind.User, userId);
    await this.ledger.open(manager, AccountKind.Affiliate, userId);
    await this.give(manager, {
      sourceId: `grant:user:${userId}`,
      userId,
      user,
      units: opening.giftUnits,
      key: opening.giftKey,
    });
    return userId;
  }

  private async rewardInvitation(
    manager: EntityManager,
    { userId, user, inviter }: { readonly userId: number; readonly user: CheckedUser; readonly inviter: UserRecord },
  ): Promise<void> {
    const { QuotaForInvitee, QuotaForInviter } = this.options.current;
    await this.give(manager, {
      sourceId: `invitee:user:${userId}`,
      userId,
      user,
      units: QuotaForInvitee,
      key: 'gift_invitee',
    });
    await this.users.change(manager, inviter.id, { affCount: () => 'aff_count + 1' });
    if (QuotaForInviter <= 0) return;
    await this.ledger.book(manager, {
      sourceId: `inviter:user:${userId}`,
      kind: 'reward',
      userId: inviter.id,
      affiliateAmount: QuotaForInviter,
    });
    await this.logs.append(manager, {
      userId: inviter.id,
      username: inviter.username,
      type: LogType.System,
      ...sentenceFields({ key: 'reward_inviter', amount: saidQuota(QuotaForInviter, this.options.current) }),
    });
  }

  private async give(
    manager: EntityManager,
    gift: {
      readonly sourceId: string;
      readonly userId: number;
      readonly user: CheckedUser;
      readonly units: number;
      readonly key: GiftKey;
    },
  ): Promise<void> {
    if (gift.units <= 0) return;
    const { sourceId, userId, units } = gift;
    await this.ledger.book(manager, { sourceId, kind: 'grant', userId, userAmount: units });
    await this.logs.append(manager, {
      userId,
      username: gift.user.username,
      type: LogType.System,
      clientIp: gift.user.clientIp,
      ...sentenceFields({ key: gift.key, amount: saidQuota(units, this.options.current) }),
    });
  }
}
