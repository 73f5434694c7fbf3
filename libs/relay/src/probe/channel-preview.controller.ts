import { ChannelSaveDto } from '@channel';
import { previewFormats, Role, type ChannelPreview, type ChannelPreviewRequest, type PreviewFormat } from '@contracts';
import { Body, Post } from '@nestjs/common';
import { ConsoleController, IsRowId } from '@platform';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { RequestPreview } from './request-preview';

const SAMPLE_MAX = 100_000;

class ChannelPreviewDto extends ChannelSaveDto implements ChannelPreviewRequest {
  @IsOptional()
  @IsRowId()
  readonly id?: number;

  @IsOptional()
  @IsIn(previewFormats)
  readonly sample_format?: PreviewFormat;

  @IsOptional()
  @IsString()
  @MaxLength(SAMPLE_MAX)
  readonly sample_body?: string;
}

/** Shows what a channel would send; it lives in the relay, because only the relay builds requests. */
@ConsoleController('api/channel', Role.Admin)
export class ChannelPreviewController {
  constructor(private readonly previews: RequestPreview) {}

  @Post('preview')
  preview(@Body() body: ChannelPreviewDto): Promise<ChannelPreview> {
    return this.previews.of(body);
  }
}
