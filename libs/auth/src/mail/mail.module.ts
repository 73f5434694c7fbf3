import { Module } from '@nestjs/common';
import { UserModule } from '@user';
import { MailLimits } from './mail-limits';
import { PasswordResetService } from './password-reset.service';
import { RegisterController } from './register.controller';
import { RegistrationService } from './registration.service';
import { ResetController, ResetMailController } from './reset.controller';
import { VerificationCodes } from './verification-codes';
import { EmailBindController, VerificationController } from './verification.controller';
import { VerificationService } from './verification.service';

/** Registration, and everything that a mailed code permits: verified addresses and new passwords. */
@Module({
  imports: [UserModule],
  controllers: [RegisterController, VerificationController, EmailBindController, ResetMailController, ResetController],
  providers: [VerificationCodes, MailLimits, RegistrationService, VerificationService, PasswordResetService],
  exports: [VerificationCodes],
})
export class MailModule {}
