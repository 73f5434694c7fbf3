import {
  MODEL_NAME_MAX,
  REACH_PROMPT_TOKENS_MAX,
  reachEndpoints,
  type ReachEndpoint,
  type ReachQuery,
} from '@contracts';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

export class ReachQueryDto implements ReachQuery {
  /** Empty or absent asks about all models. */
  @IsOptional()
  @IsString()
  @MaxLength(MODEL_NAME_MAX)
  readonly model?: string;

  @IsOptional()
  @IsIn(reachEndpoints)
  readonly endpoint?: ReachEndpoint;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(REACH_PROMPT_TOKENS_MAX)
  readonly prompt_tokens?: number;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  readonly channel?: number;
}
