import { Module } from '@nestjs/common';
import { ThirdPartyModule } from '../third-party/third-party.module';
import { OidcClient } from './oidc-client';
import { OidcController } from './oidc.controller';
import { OidcService } from './oidc.service';

/** Signing in and binding through any OpenID Connect provider. */
@Module({ imports: [ThirdPartyModule], controllers: [OidcController], providers: [OidcClient, OidcService] })
export class OidcModule {}
