import { Body, Delete, Get, Param, Post } from '@nestjs/common';
import { Role, type InspectRuleView, type InspectStore } from '@contracts';
import { ConsoleController, CurrentActor, IdParam, type Actor } from '@platform';
import { InspectRulesService } from './inspect-rules.service';
import { InspectedCallsService } from './inspected-calls.service';
import { InspectRuleDto } from './inspector.dto';

/** The rules by which calls are recorded, and the store of their contents. */
@ConsoleController('api/inspector', Role.Root)
export class InspectRuleController {
  constructor(
    private readonly rules: InspectRulesService,
    private readonly calls: InspectedCallsService,
  ) {}

  @Get('rule')
  list(): Promise<readonly InspectRuleView[]> {
    return this.rules.list();
  }

  @Post('rule')
  create(@Body() request: InspectRuleDto, @CurrentActor() actor: Actor): Promise<void> {
    return this.rules.create(request, actor);
  }

  @Delete('rule/:id')
  end(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.rules.end(id, actor);
  }

  @Get('store')
  store(): Promise<InspectStore> {
    return this.calls.overview();
  }

  @Delete('store')
  empty(@CurrentActor() actor: Actor): Promise<number> {
    return this.calls.removeAll(actor);
  }
}
