export { TeamEnrolment, type EnrolmentResult } from './console/team-enrolment';
export { TeamInvitations } from './console/team-invitations';
export { TeamWallet } from './console/team-wallet';
export { TeamAccesses, type TeamAccess } from './rules/team-access';
export { TeamStore } from './store/team.store';
export { TeamDirectory, type TeamStanding } from './team-directory';
export { teamEntities, TeamModule } from './team.module';
