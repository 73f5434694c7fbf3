import { Body, Delete, Get, Param, Post } from '@nestjs/common';
import { Role, type InspectedCall, type InspectKept, type InspectNotices } from '@contracts';
import { ConsoleController, CurrentActor, CurrentCaller, IdParam, type Actor, type Caller } from '@platform';
import { InspectRulesService } from './inspect-rules.service';
import { InspectedCallsService } from './inspected-calls.service';
import { InspectKeptDto, InspectOwnDto } from './inspector.dto';

/** What users do with the recorded content of their calls; administrators read contents here, too. */
@ConsoleController('api/inspector', Role.User)
export class InspectorController {
  constructor(
    private readonly calls: InspectedCallsService,
    private readonly rules: InspectRulesService,
  ) {}

  @Get('notices')
  notices(@CurrentCaller() caller: Caller): InspectNotices {
    return this.rules.noticesFor(caller);
  }

  /** A look-up for the rows of a page; a body, because that many ids are too long for an address. */
  @Post('kept')
  kept(@Body() request: InspectKeptDto, @CurrentCaller() caller: Caller): Promise<readonly InspectKept[]> {
    return this.calls.keptOf(request.request_ids, caller);
  }

  @Get('call/:request_id')
  open(@Param('request_id') requestId: string, @CurrentActor() actor: Actor): Promise<InspectedCall> {
    return this.calls.open(requestId, actor);
  }

  @Delete('call/:request_id')
  remove(@Param('request_id') requestId: string, @CurrentActor() actor: Actor): Promise<void> {
    return this.calls.remove(requestId, actor);
  }

  @Post('own')
  createOwn(@Body() request: InspectOwnDto, @CurrentActor() actor: Actor): Promise<void> {
    return this.rules.createOwn(request, actor);
  }

  @Delete('own/:id')
  endOwn(@Param('id', IdParam) tokenId: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.rules.endOwn(tokenId, actor);
  }
}
