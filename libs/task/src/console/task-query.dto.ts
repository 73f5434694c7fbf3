import { type TaskQuery } from '@contracts';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Query parameters of the task lists. A number that cannot be parsed counts as absent. */
export class TaskQueryDto implements Record<keyof TaskQuery, string | undefined> {
  @IsOptional()
  @IsString()
  readonly p: string | undefined;

  @IsOptional()
  @IsString()
  readonly channel_id: string | undefined;

  @IsOptional()
  @IsString()
  @MaxLength(191)
  readonly task_id: string | undefined;

  @IsOptional()
  @IsString()
  readonly start_timestamp: string | undefined;

  @IsOptional()
  @IsString()
  readonly end_timestamp: string | undefined;

  @IsOptional()
  @IsString()
  @MaxLength(16)
  readonly platform: string | undefined;

  @IsOptional()
  @IsString()
  @MaxLength(16)
  readonly status: string | undefined;

  @IsOptional()
  @IsString()
  @MaxLength(32)
  readonly action: string | undefined;
}
