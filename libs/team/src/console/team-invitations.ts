import { createHash } from 'node:crypto';
import {
  TEAM_INVITATION_DAYS_MAX,
  TEAM_INVITATIONS_MAX,
  TEAM_MEMBERS_MAX,
  TeamRole,
  type TeamInvitationOffer,
  type TeamInvite,
  type TeamInvited,
} from '@contracts';
import { ALPHANUMERIC, AppError, randomText, toSeconds } from '@kernel';
import { Injectable } from '@nestjs/common';
import { canSendMail, Options } from '@option';
import { isUniqueViolation, Mailer, UnitOfWork, type Actor } from '@platform';
import { UserStore } from '@user';
import { IsNull, LessThanOrEqual, MoreThan, type EntityManager } from 'typeorm';
import { TeamAccesses } from '../rules/team-access';
import { TeamInvitationEntity, type Invitation } from '../store/team-invitation.entity';
import { TeamMemberEntity } from '../store/team-member.entity';
import { TeamStore } from '../store/team.store';
import { TeamEntity, type Team } from '../store/team.entity';
import { checkJoined } from './teams.service';
import { invitationMail } from './invitation-mail';
import { TeamRecord } from './team-record';
import { invitationView } from './team-views';

const CODE_LENGTH = 40;
const DAYS_BY_DEFAULT = 7;
const DAY_MS = 86_400_000;

/** Invitations by link or mail: each is good once, for whoever is signed in and has its code. */
@Injectable()
export class TeamInvitations {
  constructor(
    private readonly store: TeamStore,
    private readonly accesses: TeamAccesses,
    private readonly users: UserStore,
    private readonly options: Options,
    private readonly mailer: Mailer,
    private readonly record: TeamRecord,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Makes an invitation; its code is told now and never again.
   *
   * @throws AppError TEAM_DENIED, TEAM_INVITATION_MAX, TEAM_MAIL_UNSENT where the site cannot mail a link
   */
  async invite(actor: Actor, teamId: number, request: TeamInvite): Promise<TeamInvited> {
    const least = request.role >= TeamRole.Manager ? TeamRole.Owner : TeamRole.Manager;
    const { team } = await this.accesses.of(actor, teamId, least);
    const email = request.email?.trim() ?? '';
    const { ServerAddress } = this.options.current;
    if (email !== '' && (!canSendMail(this.options.current) || ServerAddress === '')) {
      throw new AppError('TEAM_MAIL_UNSENT');
    }
    const code = randomText(CODE_LENGTH, ALPHANUMERIC);
    const nowMs = Date.now();
    const days = Math.min(TEAM_INVITATION_DAYS_MAX, request.days ?? DAYS_BY_DEFAULT);
    const row = {
      ...{ teamId, codeHash: hashOf(code), role: request.role, email, createdBy: actor.id },
      ...{ createdAtMs: nowMs, expiresAtMs: nowMs + days * DAY_MS },
    };
    const id = await this.unitOfWork.run(async manager => {
      await this.store.lock(manager, teamId);
      await manager.delete(TeamInvitationEntity, { teamId, expiresAtMs: LessThanOrEqual(nowMs) });
      if ((await manager.countBy(TeamInvitationEntity, { teamId })) >= TEAM_INVITATIONS_MAX) {
        throw new AppError('TEAM_INVITATION_MAX', { params: { max: TEAM_INVITATIONS_MAX } });
      }
      const { identifiers } = await manager.insert(TeamInvitationEntity, row);
      await this.record.write(manager, { actor, teamId, said: { key: 'team_invited', team: team.name } });
      return Number(identifiers[0]?.id);
    });
    if (email !== '') {
      const link = `${ServerAddress.replace(/\/$/, '')}/team/join/${code}`;
      this.mailer.sendLater({ to: [email], ...invitationMail({ team: team.name, by: actor.username, link, days }) });
    }
    return { ...invitationView({ ...row, id }, actor.username), code };
  }

  /** Takes an invitation back. @throws AppError COMMON_RECORD_NOT_FOUND, TEAM_DENIED */
  async withdraw(actor: Actor, teamId: number, id: number): Promise<void> {
    await this.accesses.of(actor, teamId, TeamRole.Manager);
    const { affected } = await this.unitOfWork.run(manager => manager.delete(TeamInvitationEntity, { id, teamId }));
    if (affected !== 1) throw new AppError('COMMON_RECORD_NOT_FOUND');
  }

  /** What a code offers. @throws AppError TEAM_INVITATION_GONE */
  async offer(code: string): Promise<TeamInvitationOffer> {
    const { team, invitation } = await this.found(code);
    const by = await this.users.findEvenDeleted(invitation.createdBy);
    return {
      team: team.name,
      role: invitation.role,
      invited_by: by?.username ?? '',
      expires_time: toSeconds(invitation.expiresAtMs),
    };
  }

  /**
   * Joins the team of a code, which then is used up.
   *
   * @returns the id of the team
   * @throws AppError TEAM_INVITATION_GONE, TEAM_JOINED for a member, TEAM_MEMBERS_MAX, TEAM_JOINED_MAX
   */
  async accept(actor: Actor, code: string): Promise<number> {
    const { team } = await this.found(code);
    const { id: teamId } = team;
    if (await this.store.findMember(teamId, actor.id)) throw new AppError('TEAM_JOINED');
    try {
      await this.unitOfWork.run(async manager => {
        await this.users.lock(manager, actor.id);
        await this.acceptIn(manager, actor, code);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError('TEAM_JOINED', { cause: error });
      throw error;
    }
    return teamId;
  }

  /**
   * Accepts inside a unit of work that has locked the person, or just made the account.
   *
   * @returns the team
   * @throws AppError TEAM_INVITATION_GONE, TEAM_MEMBERS_MAX, TEAM_JOINED_MAX, and a unique violation for a member
   */
  async acceptIn(manager: EntityManager, actor: Actor, code: string): Promise<Team> {
    const invitation = await manager.findOneBy(TeamInvitationEntity, {
      codeHash: hashOf(code),
      expiresAtMs: MoreThan(Date.now()),
    });
    if (!invitation) throw new AppError('TEAM_INVITATION_GONE');
    const { teamId } = invitation;
    if (!(await manager.existsBy(TeamEntity, { id: teamId, deletedAtMs: IsNull() }))) {
      throw new AppError('TEAM_INVITATION_GONE');
    }
    const team = await this.store.lock(manager, teamId);
    const { affected } = await manager.delete(TeamInvitationEntity, { id: invitation.id });
    if (affected !== 1) throw new AppError('TEAM_INVITATION_GONE');
    if ((await manager.countBy(TeamMemberEntity, { teamId })) >= TEAM_MEMBERS_MAX) {
      throw new AppError('TEAM_MEMBERS_MAX', { params: { max: TEAM_MEMBERS_MAX } });
    }
    await checkJoined(manager, actor.id);
    await this.store.addMember(manager, teamId, actor.id, invitation.role);
    await this.record.write(manager, { actor, teamId, said: { key: 'team_joined', team: team.name } });
    return team;
  }

  private async found(code: string): Promise<{ readonly team: Team; readonly invitation: Invitation }> {
    const invitation = code === '' ? null : await this.store.invitationBy(hashOf(code));
    const team = invitation && invitation.expiresAtMs > Date.now() ? await this.store.find(invitation.teamId) : null;
    if (!invitation || !team) throw new AppError('TEAM_INVITATION_GONE');
    return { team, invitation };
  }
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
