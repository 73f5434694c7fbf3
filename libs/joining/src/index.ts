export { saidValues, type SaidClaims } from './claims/claim-decision';
export { ClaimGrants } from './claims/claim-grants';
export { DomainGifts } from './domains/domain-gifts';
export { Entries, type Entry } from './entry/entries';
export { joiningEntities, JoiningModule } from './joining.module';
