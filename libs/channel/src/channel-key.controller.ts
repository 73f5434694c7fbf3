import { Body, Delete, Get, Param, Post } from '@nestjs/common';
import { Role, type ChannelKeyView } from '@contracts';
import { ClientIp, ConsoleController, CurrentCaller, IdParam, type Caller } from '@platform';
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
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<readonly ChannelKeyView[]> {
    return this.keys.add(id, key, { ...caller, clientIp });
  }

  @Post(':id/keys/:keyId/enable')
  enable(
    @Param('id', IdParam) id: number,
    @Param('keyId') keyId: string,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<readonly ChannelKeyView[]> {
    return this.keys.enable(id, keyId, { ...caller, clientIp });
  }

  @Delete(':id/keys/:keyId')
  remove(
    @Param('id', IdParam) id: number,
    @Param('keyId') keyId: string,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<readonly ChannelKeyView[]> {
    return this.keys.remove(id, keyId, { ...caller, clientIp });
  }
}
