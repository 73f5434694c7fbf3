import { Get, Param, Post, Query } from '@nestjs/common';
import { healthSpans, Role, type ChannelHealthDetail, type ChannelHealthView, type HealthSpan } from '@contracts';
import { ConsoleController, IdParam } from '@platform';
import { IsIn, IsOptional } from 'class-validator';
import { ChannelHealthService } from './channel-health.service';

class HealthQueryDto {
  @IsOptional()
  @IsIn(healthSpans)
  readonly span?: HealthSpan;
}

/** The health page. */
@ConsoleController('api/channel/health', Role.Admin)
export class ChannelHealthController {
  constructor(private readonly health: ChannelHealthService) {}

  @Get()
  list(@Query() { span = 'hour' }: HealthQueryDto): Promise<readonly ChannelHealthView[]> {
    return this.health.list(span);
  }

  @Get(':id')
  detail(@Param('id', IdParam) id: number, @Query() { span = 'hour' }: HealthQueryDto): Promise<ChannelHealthDetail> {
    return this.health.detail(id, span);
  }

  @Post(':id/wake')
  wake(@Param('id', IdParam) id: number): void {
    this.health.wake(id);
  }
}
