import { Module } from '@nestjs/common';
import { UserModule } from '@user';

/** Passkeys: adding, listing and signing in by them. */
@Module({ imports: [UserModule], controllers: [], providers: [] })
export class PasskeyModule {}
