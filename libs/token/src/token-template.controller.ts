import { Body, Delete, Get, Param, Post } from '@nestjs/common';
import { Role, type TokenTemplate } from '@contracts';
import { ConsoleController, CurrentCaller, IdParam, type Caller } from '@platform';
import { TokenTemplateSaveDto } from './token-template.dto';
import { TokenTemplateService } from './token-template.service';

/** The templates of new tokens: the caller's own, and those that administrators offer to everybody. */
@ConsoleController('api/token_template', Role.User)
export class TokenTemplateController {
  constructor(private readonly templates: TokenTemplateService) {}

  @Get()
  list(@CurrentCaller() caller: Caller): Promise<readonly TokenTemplate[]> {
    return this.templates.list(caller);
  }

  @Post()
  save(@Body() request: TokenTemplateSaveDto, @CurrentCaller() caller: Caller): Promise<TokenTemplate> {
    return this.templates.save(caller, request);
  }

  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.templates.remove(caller, id);
  }
}
