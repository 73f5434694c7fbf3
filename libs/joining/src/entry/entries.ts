import { Ledger } from '@billing';
import { LogType, RegistrationCodeStatus, REGISTRATION_CODE_TEXT_MAX, Role } from '@contracts';
import { AppError } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { Injectable } from '@nestjs/common';
import { Options, saidQuota } from '@option';
import { TeamInvitations } from '@team';
import { UserStore } from '@user';
import { type EntityManager } from 'typeorm';
import { isInvitation, plainCode } from '../store/code-text';
import { type RegistrationCode } from '../store/registration-code.entity';
import { RegistrationCodeStore } from '../store/registration-code.store';

/** By what somebody may open an account; `open` where nothing is asked for and nothing was sent. */
export type Entry =
  | { readonly by: 'open' }
  | { readonly by: 'code'; readonly code: string }
  | { readonly by: 'invitation'; readonly code: string };

/** An account that was just made, in the same unit of work. */
export interface Newcomer {
  readonly id: number;
  readonly username: string;
  readonly clientIp: string;
}

/**
 * Decides who may open an account. All ways of registering ask here twice: before anything is done, so that a wrong code
 * costs nothing, and in the unit of work of the new account, where the use is taken with it or not at all.
 */
@Injectable()
export class Entries {
  constructor(
    private readonly codes: RegistrationCodeStore,
    private readonly invitations: TeamInvitations,
    private readonly users: UserStore,
    private readonly ledger: Ledger,
    private readonly logs: LogStore,
    private readonly options: Options,
  ) {}

  /**
   * What a newcomer may enter by.
   *
   * @param text as it was sent: a registration code, or the code of an invitation to a team
   * @throws AppError REGISTER_CLOSED, REGISTER_CODE_REQUIRED and the other REGISTER_CODE_*, TEAM_INVITATION_GONE
   */
  async check(text: string): Promise<Entry> {
    const { RegisterEnabled, RegisterCodeRequired } = this.options.current;
    if (!RegisterEnabled) throw new AppError('REGISTER_CLOSED');
    const sent = text.trim();
    if (sent === '' && RegisterCodeRequired) throw new AppError('REGISTER_CODE_REQUIRED');
    return sent === '' ? { by: 'open' } : this.checkCode(sent);
  }

  /**
   * Checks a code that will be used later; that registration may be closed is told then.
   *
   * @throws AppError REGISTER_CODE_*, TEAM_INVITATION_GONE
   */
  async checkCode(text: string): Promise<Entry> {
    const sent = text.trim();
    if (sent.length > REGISTRATION_CODE_TEXT_MAX) throw new AppError('REGISTER_CODE_WRONG');
    if (isInvitation(sent)) {
      await this.invitations.offer(sent);
      return { by: 'invitation', code: sent };
    }
    const code = plainCode(sent);
    const refusal = refusalOf(code === null ? null : await this.codes.findByCode(code));
    if (code === null || refusal !== null) throw refusal ?? new AppError('REGISTER_CODE_WRONG');
    return { by: 'code', code };
  }

  /**
   * Uses up what the newcomer entered by, and gives what comes with it.
   *
   * @throws AppError REGISTER_CODE_*, TEAM_INVITATION_GONE, TEAM_MEMBERS_MAX
   */
  async take(manager: EntityManager, entry: Entry, newcomer: Newcomer): Promise<void> {
    switch (entry.by) {
      case 'open':
        return;
      case 'invitation':
        return this.accept(manager, entry.code, newcomer);
      case 'code':
        return this.spend(manager, entry.code, newcomer);
    }
  }

  private async accept(manager: EntityManager, code: string, newcomer: Newcomer): Promise<void> {
    const { id, username, clientIp } = newcomer;
    const actor = { id, username, clientIp, role: Role.User, group: '', via: 'session', sessionId: null } as const;
    const { name: team } = await this.invitations.acceptIn(manager, actor, code);
    await this.say(manager, newcomer, sentenceFields({ key: 'joined_by_invitation', team }));
  }

  private async spend(manager: EntityManager, code: string, newcomer: Newcomer): Promise<void> {
    const row = await this.codes.spend(manager, code, newcomer.id);
    // Somebody else was faster, or an administrator was.
    if (row === null) throw refusalOf(await this.codes.findInUnit(manager, code)) ?? new AppError('REGISTER_CODE_USED');
    await this.say(manager, newcomer, sentenceFields({ key: 'joined_by_code', id: row.id }));
    await this.giveGroup(manager, row, newcomer);
    await this.giveQuota(manager, row, newcomer);
  }

  /** A group that was removed since the code was made is not given. */
  private async giveGroup(manager: EntityManager, { group }: RegistrationCode, { id }: Newcomer): Promise<void> {
    if (group === '' || !Object.hasOwn(this.options.current.GroupRatio, group)) return;
    await this.users.change(manager, id, { group });
  }

  private async giveQuota(manager: EntityManager, row: RegistrationCode, newcomer: Newcomer): Promise<void> {
    if (row.quota <= 0) return;
    const { id: userId } = newcomer;
    const sourceId = `registration:${row.id}:user:${userId}`;
    await this.ledger.book(manager, { sourceId, kind: 'grant', userId, userAmount: row.quota });
    const amount = saidQuota(row.quota, this.options.current);
    await this.say(manager, newcomer, sentenceFields({ key: 'registration_gift', id: row.id, amount }));
  }

  private async say(
    manager: EntityManager,
    { id: userId, username, clientIp }: Newcomer,
    fields: ReturnType<typeof sentenceFields>,
  ): Promise<void> {
    await this.logs.append(manager, { userId, username, type: LogType.System, clientIp, ...fields });
  }
}

/** Why a code lets nobody in, or null where it does. */
function refusalOf(row: RegistrationCode | null): AppError | null {
  if (row === null) return new AppError('REGISTER_CODE_WRONG');
  if (row.status !== RegistrationCodeStatus.Enabled) return new AppError('REGISTER_CODE_DISABLED');
  if (row.uses >= row.usesMax) return new AppError('REGISTER_CODE_USED');
  return row.expiresAtMs > 0 && row.expiresAtMs <= Date.now() ? new AppError('REGISTER_CODE_EXPIRED') : null;
}
