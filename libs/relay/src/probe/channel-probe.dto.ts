import { MODEL_NAME_MAX, type ChannelModelFetch } from '@contracts';
import { IsInt, IsOptional, IsString, MaxLength } from 'class-validator';

/** The width of the channel table's column. */
const BASE_URL_MAX = 1024;
/** The form may hold many keys, one per line. */
const KEYS_MAX = 200_000;

export class ChannelTestQueryDto {
  /** When it is empty or absent, the channel's own choice is tested. */
  @IsOptional()
  @IsString()
  @MaxLength(MODEL_NAME_MAX)
  readonly model?: string;
}

export class ChannelModelFetchDto implements ChannelModelFetch {
  @IsInt()
  readonly type!: number;

  @IsOptional()
  @IsString()
  @MaxLength(BASE_URL_MAX)
  readonly base_url?: string;

  @IsString()
  @MaxLength(KEYS_MAX)
  readonly key!: string;
}
