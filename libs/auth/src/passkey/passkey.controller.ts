import { Body, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { Role, type PasskeyView } from '@contracts';
import { ConsoleController, CurrentActor, CurrentCaller, IdParam, UserLimit, type Actor, type Caller } from '@platform';
import { type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { PasskeyRegistrationService } from './passkey-registration.service';
import { PasskeyNameDto, PasskeyRegistrationDto } from './passkey.dto';
import { PasskeyService } from './passkey.service';

/** Limit on adding passkeys: each start stores a challenge, each finish verifies a signature. */
const ADDING = { limit: 60, windowMs: 10 * 60_000 } as const;

/** The caller's own passkeys. */
@ConsoleController('api/user/passkeys', Role.User)
export class PasskeyController {
  constructor(
    private readonly passkeys: PasskeyService,
    private readonly registration: PasskeyRegistrationService,
  ) {}

  @Get()
  list(@CurrentCaller() caller: Caller): Promise<readonly PasskeyView[]> {
    return this.passkeys.list(caller);
  }

  @UserLimit('passkey', ADDING)
  @Post('options')
  begin(@CurrentCaller() caller: Caller): Promise<PublicKeyCredentialCreationOptionsJSON> {
    return this.registration.begin(caller);
  }

  @UserLimit('passkey', ADDING)
  @Post()
  finish(@Body() { name, response }: PasskeyRegistrationDto, @CurrentActor() actor: Actor): Promise<PasskeyView> {
    return this.registration.finish(actor, name, response);
  }

  @Put(':id')
  rename(
    @Param('id', IdParam) id: number,
    @Body() { name }: PasskeyNameDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.passkeys.rename(caller, id, name);
  }

  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.passkeys.remove(actor, id);
  }
}
