import { ChannelCatalog, ChannelHealth, type CatalogChannel } from '@channel';
import { Role } from '@contracts';
import { AppError, languageOf } from '@kernel';
import { Body, Get, Headers, Param, Post, Query } from '@nestjs/common';
import { Answer, ConsoleController, CurrentActor, IdParam, type Actor } from '@platform';
import { AccountProbe } from './account-probe.service';
import { ChannelModelFetchDto, ChannelTestQueryDto } from './channel-probe.dto';
import { ChannelProbe } from './channel-probe.service';
import { ChannelSweep } from './channel-sweep.service';
import { ModelListProbe } from './model-list-probe.service';

/**
 * Routes that call the providers behind channels. They live in the relay, because only the relay opens upstream
 * sockets.
 */
@ConsoleController('api/channel', Role.Admin)
export class ChannelProbeController {
  constructor(
    private readonly catalog: ChannelCatalog,
    private readonly health: ChannelHealth,
    private readonly probe: ChannelProbe,
    private readonly sweep: ChannelSweep,
    private readonly accounts: AccountProbe,
    private readonly lists: ModelListProbe,
  ) {}

  @Get('test')
  async testAll(@CurrentActor() actor: Actor): Promise<void> {
    await this.sweep.startTests(actor);
  }

  /** The envelope states the seconds outside its data, also when the test failed. */
  @Get('test/:id')
  async test(
    @Param('id', IdParam) id: number,
    @Query() { model = '' }: ChannelTestQueryDto,
    @CurrentActor() actor: Actor,
    @Headers('accept-language') languages: string | undefined,
  ): Promise<Answer<undefined>> {
    const channel = this.channel(id);
    const { error, elapsedMs } = await this.probe.test({ channel, model, actor });
    const message = error?.sentence(languageOf(languages)) ?? '';
    const time = Math.round(elapsedMs) / 1000;
    return new Answer(undefined, { success: error === null, message, extras: { time } });
  }

  @Get('update_balance')
  async updateBalances(): Promise<void> {
    await this.sweep.startBalances();
  }

  @Get('update_balance/:id')
  async updateBalance(@Param('id', IdParam) id: number): Promise<Answer<undefined>> {
    const balance = await this.accounts.balance(this.channel(id));
    await this.health.recordBalance(id, balance);
    return new Answer(undefined, { extras: { balance } });
  }

  @Get('fetch_models/:id')
  fetchModels(@Param('id', IdParam) id: number): Promise<readonly string[]> {
    return this.lists.modelsOf(this.channel(id));
  }

  @Post('fetch_models')
  fetchUnsaved(@Body() body: ChannelModelFetchDto): Promise<readonly string[]> {
    return this.lists.modelsFor(body);
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND */
  private channel(id: number): CatalogChannel {
    const channel = this.catalog.current.byId(id);
    if (!channel) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return channel;
  }
}
