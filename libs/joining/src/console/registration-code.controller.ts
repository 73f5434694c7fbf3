import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Role, type RegistrationCodeUse, type RegistrationCodeView } from '@contracts';
import { Answer, ConsoleController, CurrentActor, IdParam, PageQueryDto, pageRequest, type Actor } from '@platform';
import { RegistrationCodeCreateDto, RegistrationCodeEditDto, RegistrationCodeSearchDto } from './registration-code.dto';
import { RegistrationCodeListReadModel } from './registration-code-list.read-model';
import { RegistrationCodesService } from './registration-codes.service';

/** The routes of the table of registration codes. */
@ConsoleController('api/registration_code', Role.Admin)
export class RegistrationCodeController {
  constructor(
    private readonly codes: RegistrationCodesService,
    private readonly list: RegistrationCodeListReadModel,
  ) {}

  @Get()
  async page(@Query() query: RegistrationCodeSearchDto): Promise<Answer<readonly RegistrationCodeView[]>> {
    const page = pageRequest(query.p, query.page_size);
    const { rows, total } = await this.list.page(query, page);
    return new Answer(rows, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }

  /** The answer holds the new codes. */
  @Post()
  create(
    @Body() request: RegistrationCodeCreateDto,
    @CurrentActor() actor: Actor,
  ): Promise<readonly RegistrationCodeView[]> {
    return this.codes.create(actor, request);
  }

  @Put(':id')
  edit(
    @Param('id', IdParam) id: number,
    @Body() { status }: RegistrationCodeEditDto,
    @CurrentActor() actor: Actor,
  ): Promise<RegistrationCodeView> {
    return this.codes.setStatus(actor, id, status);
  }

  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.codes.remove(actor, id);
  }

  /** Who opened an account with the code. */
  @Get(':id/uses')
  async uses(
    @Param('id', IdParam) id: number,
    @Query() query: PageQueryDto,
  ): Promise<Answer<readonly RegistrationCodeUse[]>> {
    const page = pageRequest(query.p, query.page_size);
    const { rows, total } = await this.list.uses(id, page);
    return new Answer(rows, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }
}
