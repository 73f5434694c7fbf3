import {
  MODEL_NAME_MAX,
  REACH_PROMPT_TOKENS_MAX,
  accessEndpoints,
  type AccessEndpoint,
  type AccessReportQuery,
} from '@contracts';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

export class AccessReportQueryDto implements AccessReportQuery {
  /** When it is empty or absent, the report covers all models. */
  @IsOptional()
  @IsString()
  @MaxLength(MODEL_NAME_MAX)
  readonly model?: string;

  @IsOptional()
  @IsIn(accessEndpoints)
  readonly endpoint?: AccessEndpoint;

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
