import { Module } from '@nestjs/common';
import { ThirdPartyModule } from '../third-party/third-party.module';

/** Signing in and binding through any OpenID Connect provider. */
@Module({ imports: [ThirdPartyModule], controllers: [], providers: [] })
export class OidcModule {}
