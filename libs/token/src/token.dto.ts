import { TOKEN_NEVER_EXPIRES, type TokenCreate, type TokenEdit, type TokenQuery, type TokenSearch } from '@contracts';
import { plainRefusal } from '@platform';
import { Transform, Type } from 'class-transformer';
import { Allow, IsBoolean, IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';

/** Lists are checked entry by entry later; this bounds what is split. */
const LIST_MAX = 40_000;

/** A field sent as null reads as one that was not sent. */
const NullIs = (fallback?: unknown) => Transform(({ value }: { readonly value: unknown }) => value ?? fallback);

export class TokenQueryDto implements TokenQuery {
  /** Unreadable numbers count as missing, hence no check. */
  @Allow()
  @Type(() => Number)
  readonly p?: number;

  @Allow()
  @Type(() => Number)
  readonly size?: number;
}

export class TokenSearchDto implements TokenSearch {
  @IsOptional()
  @IsString()
  readonly keyword?: string;

  @IsOptional()
  @IsString()
  readonly token?: string;
}

/** Numbers are only let through here: what is wrong with one is said in its own words by the rules. */
export class TokenCreateDto implements TokenCreate {
  @NullIs('')
  @IsString()
  readonly name: string = '';

  @NullIs(0)
  @Allow()
  readonly remain_quota: number = 0;

  @NullIs(false)
  @IsBoolean()
  readonly unlimited_quota: boolean = false;

  @NullIs(TOKEN_NEVER_EXPIRES)
  @Allow()
  readonly expired_time: number = TOKEN_NEVER_EXPIRES;

  @NullIs(false)
  @IsBoolean()
  readonly model_limits_enabled: boolean = false;

  @NullIs('')
  @IsString()
  @MaxLength(LIST_MAX)
  readonly model_limits: string = '';

  @NullIs()
  @IsOptional()
  @IsString()
  @MaxLength(LIST_MAX)
  readonly ip_limits?: string;

  @NullIs()
  @IsOptional()
  @IsBoolean()
  readonly rate_limit_enabled?: boolean;

  @NullIs()
  @Allow()
  readonly rate_limit_interval?: number;

  @NullIs()
  @Allow()
  readonly rate_limit_count?: number;

  @NullIs('')
  @IsString()
  readonly group: string = '';
}

/** Body of both updates; `status` counts only in the one that changes nothing else. */
export class TokenEditDto implements TokenEdit {
  @IsInt(plainRefusal)
  @Min(1, plainRefusal)
  readonly id!: number;

  @Allow()
  readonly status?: number;

  @NullIs()
  @IsOptional()
  @IsString()
  readonly name?: string;

  @NullIs()
  @Allow()
  readonly remain_quota?: number;

  @NullIs()
  @Allow()
  readonly remain_quota_loaded?: number;

  @NullIs()
  @IsOptional()
  @IsBoolean()
  readonly unlimited_quota?: boolean;

  @NullIs()
  @Allow()
  readonly expired_time?: number;

  @NullIs()
  @IsOptional()
  @IsBoolean()
  readonly model_limits_enabled?: boolean;

  @NullIs()
  @IsOptional()
  @IsString()
  @MaxLength(LIST_MAX)
  readonly model_limits?: string;

  @NullIs()
  @IsOptional()
  @IsString()
  @MaxLength(LIST_MAX)
  readonly ip_limits?: string;

  @NullIs()
  @IsOptional()
  @IsBoolean()
  readonly rate_limit_enabled?: boolean;

  @NullIs()
  @Allow()
  readonly rate_limit_interval?: number;

  @NullIs()
  @Allow()
  readonly rate_limit_count?: number;

  @NullIs()
  @IsOptional()
  @IsString()
  readonly group?: string;
}
