import { TeamRole } from '@contracts';
import { fitsPattern } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { ManagementLog, SERVER_ACTOR } from '@platform';
import { TeamEnrolment } from '@team';
import { UserStore } from '@user';
import { type EntityManager } from 'typeorm';

/** A person, with an address that was just proved. */
export interface ProvenPerson {
  readonly id: number;
  readonly username: string;
  /** In lower case. */
  readonly email: string;
}

/** The group that everybody has who was given none. */
const USUAL_GROUP = 'default';
/** Gives people what the first rule for the domain of their verified address names. */
@Injectable()
export class DomainGifts {
  constructor(
    private readonly users: UserStore,
    private readonly enrolment: TeamEnrolment,
    private readonly managementLog: ManagementLog,
    private readonly options: Options,
  ) {}

  /**
   * Works in the unit that stores the address, or makes the account. A group is given only in the place of the usual
   * one, so that nobody loses a better one; nobody's role in a team is changed.
   */
  async give(manager: EntityManager, { id, username, email }: ProvenPerson): Promise<void> {
    const domain = email.slice(email.lastIndexOf('@') + 1);
    const rule = this.options.current.EmailDomainRules.find(one => fitsPattern(one.domain, domain));
    if (!rule) return;
    await this.users.lock(manager, id);
    const user = await this.users.findInUnit(manager, id);
    if (!user) return;
    const record = { userId: id, username, actor: SERVER_ACTOR, target: `user ${id}`, reason: rule.domain };
    const { group, team } = rule;
    const before = user.group;
    if (group !== '' && before === USUAL_GROUP && group !== before && this.isKnown(group)) {
      await this.users.change(manager, id, { group });
      const deed = { key: 'user_changed', fields: [{ key: 'user_field_group', before, after: group }] } as const;
      const said = { key: 'by_domain', domain, deed } as const;
      await this.managementLog.record(manager, { ...record, said, before: { group: before }, after: { group } });
    }
    if (team === 0) return;
    const membership = { teamId: team, userId: id, role: TeamRole.Member, isJoinOnly: true };
    const result = await this.enrolment.put(manager, membership);
    if (result.done !== 'put') return;
    const role = { key: `team_role_${TeamRole.Member}` } as const;
    const said = { key: 'by_domain', domain, deed: { key: 'team_put', team: result.team, role } } as const;
    await this.managementLog.record(manager, { ...record, said, after: { team } });
  }

  private isKnown(group: string): boolean {
    return Object.hasOwn(this.options.current.GroupRatio, group);
  }
}
