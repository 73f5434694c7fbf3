import { Global, Module } from '@nestjs/common';
import { UserModule } from '@user';
import { ClaimGrants } from './claims/claim-grants';
import { RegistrationCodeController } from './console/registration-code.controller';
import { RegistrationCodeListReadModel } from './console/registration-code-list.read-model';
import { RegistrationCodesService } from './console/registration-codes.service';
import { DomainGifts } from './domains/domain-gifts';
import { Entries } from './entry/entries';
import { ClaimGrantEntity } from './store/claim-grant.entity';
import { RegistrationCodeEntity } from './store/registration-code.entity';
import { RegistrationCodeStore } from './store/registration-code.store';
import { RegistrationUseEntity } from './store/registration-use.entity';

export const joiningEntities = [RegistrationCodeEntity, RegistrationUseEntity, ClaimGrantEntity];

/** Who may open an account, and what rules give to whom: docs/sign-in.md. Global, because every way in asks it. */
@Global()
@Module({
  imports: [UserModule],
  controllers: [RegistrationCodeController],
  providers: [
    ClaimGrants,
    DomainGifts,
    Entries,
    RegistrationCodeListReadModel,
    RegistrationCodesService,
    RegistrationCodeStore,
  ],
  exports: [ClaimGrants, DomainGifts, Entries],
})
export class JoiningModule {}
