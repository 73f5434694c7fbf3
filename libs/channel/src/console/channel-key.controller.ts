import { Body, Delete, Get, Param, Post } from '@nestjs/common';
import { Role, type ChannelKeyView } from '@contracts';
import { ConsoleController, CurrentActor, IdParam, type Actor } from '@platform';
import { ChannelKeyService } from './channel-key.service';
import { ChannelKeysAddDto } from './channel.dto';

/** The keys of a channel, masked. */
@ConsoleController('api/channel', Role.Admin)
export class ChannelKeyController {
  constructor(private readonly keys: ChannelKeyService) {}

  @Get(':id/keys')
  list(@Param('id', IdParam) id: number): readonly ChannelKeyView[] {
    return this.keys.list(id);
  }

  @Post(':id/keys')
  add(
    @Param('id', IdParam) id: number,
    @Body() { key }: ChannelKeysAddDto,
    @CurrentActor() actor: Actor,
  ): Promise<readonly ChannelKeyView[]> {
    return this.keys.add(id, key, actor);
  }

  @Post(':id/keys/:keyId/enable')
  enable(
    @Param('id', IdParam) id: number,
    @Param('keyId') keyId: string,
    @CurrentActor() actor: Actor,
  ): Promise<readonly ChannelKeyView[]> {
    return this.keys.enable(id, keyId, actor);
  }

  @Delete(':id/keys/:keyId')
  remove(
    @Param('id', IdParam) id: number,
    @Param('keyId') keyId: string,
    @CurrentActor() actor: Actor,
  ): Promise<readonly ChannelKeyView[]> {
    return this.keys.remove(id, keyId, actor);
  }
}
