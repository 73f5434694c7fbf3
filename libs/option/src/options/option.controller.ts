import { Body, Get, Put } from '@nestjs/common';
import { Role, type OptionEntry } from '@contracts';
import { ConsoleController, CurrentActor, type Actor } from '@platform';
import { OptionSaveDto } from './option.dto';
import { Options } from './options';

@ConsoleController('api/option', Role.Admin)
export class OptionController {
  constructor(private readonly options: Options) {}

  @Get()
  list(): readonly OptionEntry[] {
    return this.options.list();
  }

  @Put()
  async save(@Body() body: OptionSaveDto, @CurrentActor() actor: Actor): Promise<void> {
    await this.options.save(body.key, body.value, actor);
  }
}
