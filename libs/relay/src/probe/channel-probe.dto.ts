import { asJsonText } from '@channel';
import { MODEL_NAME_MAX, type ChannelModelFetch } from '@contracts';
import { IsRowId } from '@platform';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, MaxLength } from 'class-validator';

/** The width of the channel table's column. */
const BASE_URL_MAX = 1024;
/** Far above any real text, and enough for many keys, one per line. */
const TEXT_MAX = 200_000;

export class ChannelTestQueryDto {
  /** When it is empty or absent, the channel's own choice is tested. */
  @IsOptional()
  @IsString()
  @MaxLength(MODEL_NAME_MAX)
  readonly model?: string;
}

/** The fields of a channel's form that decide where and how its models are asked for; the others are ignored. */
export class ChannelModelFetchDto implements ChannelModelFetch {
  @IsOptional()
  @IsRowId()
  readonly id?: number;

  @IsInt()
  readonly type!: number;

  @IsOptional()
  @IsString()
  @MaxLength(BASE_URL_MAX)
  readonly base_url?: string;

  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly key?: string;

  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly other?: string;

  @IsOptional()
  @IsString()
  @MaxLength(MODEL_NAME_MAX)
  readonly openai_organization?: string | null;

  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly proxy?: string;

  @IsOptional()
  @Transform(({ value }) => asJsonText(value))
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly header_override?: string | null;
}
