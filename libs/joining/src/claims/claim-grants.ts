import { Role, type ClaimRole, type ClaimTeamRole, type LogSaying } from '@contracts';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { Logger, ManagementLog, SERVER_ACTOR, UnitOfWork, type Actor } from '@platform';
import { TeamEnrolment } from '@team';
import { nextSessionVersionSql, UserChanges, UserStore, type UserRecord } from '@user';
import { type EntityManager } from 'typeorm';
import { ClaimGrantEntity, type ClaimGrant } from '../store/claim-grant.entity';
import { decideClaims, type ClaimDecision, type SaidClaims } from './claim-decision';

/** A sign-in: who it is, from where, and how the provider is called. */
export interface ClaimedSignIn {
  readonly userId: number;
  readonly clientIp: string;
  readonly provider: string;
  readonly said: SaidClaims;
}

/** One target of a person in the unit of work. */
interface Turn {
  readonly manager: EntityManager;
  readonly user: UserRecord;
  readonly target: string;
  readonly decision: ClaimDecision | undefined;
  readonly grant: ClaimGrant | undefined;
}

/** What became of a target: nothing, or a value in the place of another, as a sentence. */
type Outcome = { readonly former: string; readonly given: string; readonly deed: LogSaying } | null;

/** What has to follow the commit. */
interface TeamAfter {
  readonly teamId: number;
  readonly endedMemberId: number;
}

/**
 * Gives people at each sign-in what the rules about claims say. What was given is remembered with what was there before;
 * it is taken back only where the settings say so, only while it is still there, and never by raising a role.
 */
@Injectable()
export class ClaimGrants {
  constructor(
    private readonly users: UserStore,
    private readonly changes: UserChanges,
    private readonly enrolment: TeamEnrolment,
    private readonly managementLog: ManagementLog,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
  ) {}

  /** Whether a sign-in needs claims at all. */
  get hasRules(): boolean {
    return this.options.current.OidcClaimRules.length > 0 || this.options.current.OidcClaimsTakeBack;
  }

  /** The claims that the rules look at. */
  get wantedClaims(): readonly string[] {
    return this.options.current.OidcClaimRules.map(({ claim }) => claim);
  }

  /** Applies the rules to a person who has just been authenticated. */
  async apply(signIn: ClaimedSignIn): Promise<void> {
    const decided = decideClaims(this.options.current.OidcClaimRules, signIn.said);
    const after: TeamAfter[] = [];
    const isChanged = await this.unitOfWork.run(async manager => {
      after.length = 0;
      return this.applyIn(manager, signIn, decided, after);
    });
    if (!isChanged) return;
    await this.changes.announce(signIn.userId);
    for (const { teamId, endedMemberId } of after) {
      await this.enrolment.settle(teamId, actorOf(signIn), endedMemberId);
    }
  }

  private async applyIn(
    manager: EntityManager,
    signIn: ClaimedSignIn,
    decided: ReadonlyMap<string, ClaimDecision>,
    after: TeamAfter[],
  ): Promise<boolean> {
    await this.users.lock(manager, signIn.userId);
    const grants = await manager.findBy(ClaimGrantEntity, { userId: signIn.userId });
    const granted = new Map(grants.map(grant => [grant.target, grant]));
    let isChanged = false;
    for (const target of [...new Set([...decided.keys(), ...granted.keys()])].sort()) {
      const user = await this.users.findInUnit(manager, signIn.userId);
      if (!user || user.deletedAtMs !== null) return isChanged;
      const turn = { manager, user, target, decision: decided.get(target), grant: granted.get(target) };
      if (turn.decision === undefined && !this.options.current.OidcClaimsTakeBack) continue;
      const outcome = await this.settleTarget(turn, after);
      isChanged ||= outcome !== null;
      await this.keep(turn, outcome);
      if (outcome) await this.record(turn, outcome, signIn.provider);
    }
    return isChanged;
  }

  private settleTarget(turn: Turn, after: TeamAfter[]): Promise<Outcome> {
    switch (turn.target) {
      case 'group':
        return this.settleGroup(turn);
      case 'role':
        return this.settleRole(turn);
      default:
        return this.settleTeam(turn, after);
    }
  }

  private async settleGroup({ manager, user, decision, grant }: Turn): Promise<Outcome> {
    const former = user.group;
    const wanted = decision?.rule.gives === 'group' ? decision.rule.group : formerOf(grant, former);
    if (wanted === null || wanted === former) return null;
    if (!wanted.split(',').every(name => Object.hasOwn(this.options.current.GroupRatio, name))) {
      this.logger.warn({ group: wanted }, 'a rule about claims names a group that does not exist');
      return null;
    }
    await this.users.change(manager, user.id, { group: wanted });
    const deed = { key: 'user_changed', fields: [{ key: 'user_field_group', before: former, after: wanted }] } as const;
    return { former, given: wanted, deed };
  }

  /** Super administrators stay what they are, and nobody becomes one, whatever a rule or a row says. */
  private async settleRole({ manager, user, decision, grant }: Turn): Promise<Outcome> {
    const { role } = user;
    if (role !== Role.User && role !== Role.Admin) return null;
    const wanted = decision?.rule.gives === 'role' ? decision.rule.role : Number(formerOf(grant, String(role)));
    if ((wanted !== Role.User && wanted !== Role.Admin) || wanted === role) return null;
    const isRaise = wanted > role;
    if (isRaise && decision === undefined) return null;
    const endsSessions = !isRaise && { sessionVersion: nextSessionVersionSql };
    await this.users.change(manager, user.id, { role: wanted satisfies ClaimRole, ...endsSessions }, { role });
    const deed = { key: isRaise ? 'user_promote' : 'user_demote' } as const;
    return { former: String(role), given: String(wanted), deed };
  }

  private async settleTeam({ manager, user, target, decision, grant }: Turn, after: TeamAfter[]): Promise<Outcome> {
    const teamId = Number(target.slice('team:'.length));
    const userId = user.id;
    if (decision?.rule.gives === 'team')
      return this.put(manager, { teamId, userId, role: decision.rule.team_role }, after);
    if (grant === undefined) return null;
    const held = { teamId, userId, role: Number(grant.givenValue) as ClaimTeamRole }; // written from the rules
    const former = Number(grant.formerValue);
    // Who was a member before stays one; a higher role that somebody of the team gave before comes back with no rule.
    if (former > 0)
      return former < held.role ? this.put(manager, { ...held, role: former as ClaimTeamRole }, after) : null;
    const result = await this.enrolment.take(manager, held);
    if (result.done !== 'taken') return null;
    after.push({ teamId, endedMemberId: result.memberId });
    return { former: grant.givenValue, given: '', deed: { key: 'team_taken', team: result.team } };
  }

  private async put(
    manager: EntityManager,
    membership: { readonly teamId: number; readonly userId: number; readonly role: ClaimTeamRole },
    after: TeamAfter[],
  ): Promise<Outcome> {
    const { teamId, role } = membership;
    const result = await this.enrolment.put(manager, membership);
    if (result.done === 'gone' || result.done === 'full') {
      this.logger.warn({ team: teamId, reason: result.done }, 'a rule about claims could not add somebody to a team');
    }
    if (result.done !== 'put') return null;
    after.push({ teamId, endedMemberId: 0 });
    const { team, former } = result;
    return { former, given: String(role), deed: { key: 'team_put', team, role: { key: `team_role_${role}` } } };
  }

  /** Remembers what a rule gave; the oldest former value counts as long as what was given is still there. */
  private async keep({ manager, user, target, decision, grant }: Turn, outcome: Outcome): Promise<void> {
    if (decision === undefined) {
      if (grant) await manager.delete(ClaimGrantEntity, { id: grant.id });
      return;
    }
    if (outcome === null) return;
    const isOurs = grant?.givenValue === outcome.former;
    const row = { givenValue: outcome.given, formerValue: isOurs ? grant.formerValue : outcome.former };
    if (grant) await manager.update(ClaimGrantEntity, { id: grant.id }, { ...row, givenAtMs: Date.now() });
    else await manager.insert(ClaimGrantEntity, { ...row, userId: user.id, target, givenAtMs: Date.now() });
  }

  private async record({ manager, user, target, decision }: Turn, outcome: NonNullable<Outcome>, provider: string) {
    const { id: userId, username } = user;
    const { deed, former, given } = outcome;
    await this.managementLog.record(manager, {
      ...{ userId, username, actor: SERVER_ACTOR, target: `user ${userId}` },
      said: { key: decision ? 'by_claim' : 'by_claim_gone', provider, deed },
      ...{ before: { [target]: former }, after: { [target]: given } },
      reason: decision
        ? `${decision.rule.claim} = ${decision.text} (${decision.rule.value})`.slice(0, 200)
        : 'no rule fits',
    });
  }
}

/** What was there before a rule gave something, while that is still there; null otherwise. */
function formerOf(grant: ClaimGrant | undefined, present: string): string | null {
  return grant?.givenValue === present ? grant.formerValue : null;
}

/** Who is named where the cap of a membership ends with it. */
function actorOf({ userId: id, clientIp }: ClaimedSignIn): Actor {
  return { id, username: SERVER_ACTOR.username, role: Role.User, group: '', via: 'session', sessionId: null, clientIp };
}
