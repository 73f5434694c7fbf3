import { PageQueryDto } from '@platform';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Query parameters of the image task lists. A number that cannot be parsed counts as absent. */
export class MidjourneyQueryDto extends PageQueryDto {
  @IsOptional()
  @IsString()
  readonly channel_id?: string;

  @IsOptional()
  @IsString()
  @MaxLength(191)
  readonly mj_id?: string;

  @IsOptional()
  @IsString()
  readonly start_timestamp?: string;

  @IsOptional()
  @IsString()
  readonly end_timestamp?: string;
}
