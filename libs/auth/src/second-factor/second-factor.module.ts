import { Module } from '@nestjs/common';
import { UserModule } from '@user';

/** Authenticator apps and the list of signed-in browsers. */
@Module({ imports: [UserModule], controllers: [], providers: [] })
export class SecondFactorModule {}
