import { Global, Module } from '@nestjs/common';
import { UserModule } from '@user';
import { TeamEnrolment } from './console/team-enrolment';
import { TeamInvitations } from './console/team-invitations';
import { TeamMembers } from './console/team-members';
import { TeamRecord } from './console/team-record';
import { TeamUsage } from './console/team-usage';
import { TeamViews } from './console/team-views';
import { TeamWallet } from './console/team-wallet';
import { TeamController } from './console/team.controller';
import { TeamsService } from './console/teams.service';
import { TeamAccesses } from './rules/team-access';
import { TeamInvitationEntity } from './store/team-invitation.entity';
import { TeamMemberEntity } from './store/team-member.entity';
import { TeamStore } from './store/team.store';
import { TeamEntity } from './store/team.entity';
import { TeamDirectory } from './team-directory';

export const teamEntities = [TeamEntity, TeamMemberEntity, TeamInvitationEntity];

/** Teams with wallets of their own: docs/teams.md. The module is global, because the gate of keys asks it. */
@Global()
@Module({
  imports: [UserModule],
  controllers: [TeamController],
  providers: [
    TeamAccesses,
    TeamDirectory,
    TeamEnrolment,
    TeamInvitations,
    TeamMembers,
    TeamRecord,
    TeamsService,
    TeamStore,
    TeamUsage,
    TeamViews,
    TeamWallet,
  ],
  exports: [TeamAccesses, TeamDirectory, TeamEnrolment, TeamInvitations, TeamStore, TeamWallet],
})
export class TeamModule {}
