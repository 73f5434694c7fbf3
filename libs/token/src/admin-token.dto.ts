import { type AdminTokenChange, type AdminTokenQuery } from '@contracts';
import { MissingIs } from '@platform';
import { Type } from 'class-transformer';
import { Allow, IsOptional, IsString } from 'class-validator';

export class AdminTokenQueryDto implements AdminTokenQuery {
  /** Numbers have no check, because those that cannot be read count as missing. */
  @Allow()
  @Type(() => Number)
  readonly p?: number;

  @Allow()
  @Type(() => Number)
  readonly size?: number;

  @IsOptional()
  @IsString()
  readonly username?: string;

  @IsOptional()
  @IsString()
  readonly keyword?: string;

  @Allow()
  @Type(() => Number)
  readonly status?: number;

  @IsOptional()
  @IsString()
  readonly group?: string;

  @Allow()
  @Type(() => Number)
  readonly unused_days?: number;
}

/** Numbers are not checked here, because the rules refuse a wrong one with a sentence of its own. */
export class AdminTokenChangeDto implements AdminTokenChange {
  @MissingIs()
  @Allow()
  readonly status?: number;

  @MissingIs()
  @Allow()
  readonly rpm_limit?: number;

  @MissingIs()
  @Allow()
  readonly tpm_limit?: number;

  @MissingIs()
  @Allow()
  readonly max_concurrency?: number;

  @MissingIs()
  @Allow()
  readonly rpd_limit?: number;
}
