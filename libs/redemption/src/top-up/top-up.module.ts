import { Module } from '@nestjs/common';
import { UserModule } from '@user';

/** Online payment through an Epay gateway. */
@Module({ imports: [UserModule], controllers: [], providers: [], exports: [] })
export class TopUpModule {}
