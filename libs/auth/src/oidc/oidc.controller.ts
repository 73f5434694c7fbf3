import { Get, Query, Req, Res } from '@nestjs/common';
import { type OidcAuthorization, type SessionUser } from '@contracts';
import { CriticalRoute, PublicController, type Answer } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { affCodeOf } from '../third-party/return-query';
import { OidcBeginDto, OidcReturnDto } from './oidc.dto';
import { OidcService } from './oidc.service';

/** Signing in and binding through the OpenID Connect provider of this site. */
@PublicController('api/oauth/oidc')
export class OidcController {
  constructor(private readonly oidc: OidcService) {}

  @CriticalRoute()
  @Get('authorize')
  begin(
    @Query() { aff = '', registration_code: code = '' }: OidcBeginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OidcAuthorization> {
    return this.oidc.begin({ request, reply }, { affCode: affCodeOf(aff), entryCode: code.trim() });
  }

  @CriticalRoute()
  @Get()
  finish(
    @Query() query: OidcReturnDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<SessionUser | undefined>> {
    return this.oidc.finish(query, { request, reply });
  }
}
