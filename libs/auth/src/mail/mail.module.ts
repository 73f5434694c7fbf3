import { Module } from '@nestjs/common';
import { UserModule } from '@user';

/** Registration, and everything a mailed code opens: addresses and new passwords. */
@Module({ imports: [UserModule], controllers: [], providers: [] })
export class MailModule {}
