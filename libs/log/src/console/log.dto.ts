import { usageRankings, type UsageRanking } from '@contracts';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { type LogQueryTexts } from './log-filter';

/** Query texts of the log routes; numbers that cannot be read count as absent. */
export class LogQueryDto implements LogQueryTexts {
  @IsOptional()
  @IsString()
  readonly p?: string;

  @IsOptional()
  @IsString()
  readonly page_size?: string;

  @IsOptional()
  @IsString()
  @MaxLength(255)
  readonly cursor?: string;

  @IsOptional()
  @IsString()
  readonly type?: string;

  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly token_name?: string;

  @IsOptional()
  @IsString()
  @MaxLength(255)
  readonly model_name?: string;

  @IsOptional()
  @IsString()
  readonly start_timestamp?: string;

  @IsOptional()
  @IsString()
  readonly end_timestamp?: string;

  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly username?: string;

  @IsOptional()
  @IsString()
  readonly channel?: string;

  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly group?: string;

  @IsOptional()
  @IsString()
  readonly team?: string;

  @IsOptional()
  @IsString()
  @MaxLength(80)
  readonly tag?: string;

  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly session?: string;

  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly request_id?: string;
}

export class LogClearQueryDto {
  @IsOptional()
  @IsString()
  readonly target_timestamp?: string;
}

export class HourlyUsageQueryDto {
  @IsOptional()
  @IsString()
  readonly start_timestamp?: string;

  @IsOptional()
  @IsString()
  readonly end_timestamp?: string;

  @IsOptional()
  @IsString()
  readonly day_start?: string;

  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly username?: string;
}

export class UsageRankQueryDto {
  @IsIn(usageRankings)
  readonly by!: UsageRanking;

  @IsOptional()
  @IsString()
  readonly start_timestamp?: string;

  @IsOptional()
  @IsString()
  readonly end_timestamp?: string;
}
