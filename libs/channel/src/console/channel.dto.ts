import {
  CHANNEL_TAG_MAX,
  type ChannelBatch,
  type ChannelEdit,
  type ChannelKeysAdd,
  type ChannelSave,
  type ChannelShapeSave,
  type SystemPromptMode,
} from '@contracts';
import { IsRowId } from '@platform';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';

const INTEGER_MAX = 2_147_483_647;
/**
 * Maximum length of texts without a column width; far above any real list, and short enough for a log row or a page.
 */
const TEXT_MAX = 200_000;

/** The two comma lists of a channel, complete or in part. */
export class ChannelListsDto {
  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly group?: string;

  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly models?: string;
}

/**
 * The fields that one channel or many may get; this class checks their types, and the service checks their values with
 * its own messages.
 */
export class ChannelSharedFieldsDto extends ChannelListsDto {
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(INTEGER_MAX)
  readonly ma_input_tokens?: number;

  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly model_mapping?: string | null;

  @IsOptional()
  @IsString()
  @MaxLength(1024)
  readonly status_code_mapping?: string | null;

  @IsOptional()
  @IsString()
  @MaxLength(255)
  readonly test_model?: string | null;

  @IsOptional()
  @IsIn([0, 1])
  readonly auto_ban?: 0 | 1;

  @IsOptional()
  @IsNumber()
  readonly priority?: number;

  @IsOptional()
  @IsNumber()
  readonly weight?: number;

  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly tag?: string;

  @IsOptional()
  @IsNumber()
  readonly expired_time?: number;

  @IsOptional()
  @IsNumber()
  readonly rpm_limit?: number;

  @IsOptional()
  @IsNumber()
  readonly tpm_limit?: number;

  @IsOptional()
  @IsNumber()
  readonly max_concurrency?: number;

  @IsOptional()
  @Transform(({ value }) => asJsonText(value))
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly header_override?: string | null;

  @IsOptional()
  @Transform(({ value }) => asJsonText(value))
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly param_override?: string | null;
}

/** The further fields that shape one channel. */
class ChannelShapeDto extends ChannelSharedFieldsDto implements ChannelShapeSave {
  @IsOptional()
  @IsNumber()
  readonly cost_ratio?: number;

  @IsOptional()
  @Transform(({ value }) => asJsonText(value))
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly supplier_cost?: string | null;

  @IsOptional()
  @IsNumber()
  readonly first_byte_timeout_seconds?: number;

  @IsOptional()
  @IsNumber()
  readonly first_token_timeout_seconds?: number;

  @IsOptional()
  @IsNumber()
  readonly key_rpm_limit?: number;

  @IsOptional()
  @IsNumber()
  readonly key_tpm_limit?: number;

  @IsOptional()
  @IsNumber()
  readonly key_max_concurrency?: number;

  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly proxy?: string;

  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly pass_headers?: string;

  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly system_prompt?: string;

  @IsOptional()
  @IsString()
  @MaxLength(16)
  readonly system_prompt_mode?: SystemPromptMode;

  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly note?: string;
}

/** A JSON field may come as the object itself. */
export function asJsonText(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** The fields that each channel has for itself. */
class ChannelFieldsDto extends ChannelShapeDto implements Partial<ChannelSave> {
  @IsOptional()
  @IsInt()
  readonly type?: number;

  @IsOptional()
  @IsString()
  @MaxLength(255)
  readonly name?: string;

  @IsOptional()
  @IsString()
  readonly key?: string;

  @IsOptional()
  @IsBoolean()
  readonly several_keys?: boolean;

  @IsOptional()
  @IsString()
  @MaxLength(255)
  readonly openai_organization?: string | null;

  @IsOptional()
  @IsString()
  @MaxLength(1024)
  readonly base_url?: string | null;

  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly other?: string;

  @IsOptional()
  @IsInt()
  readonly status?: ChannelEdit['status'];
}

/** Every field is optional here, so that the service can name missing fields with its own messages. */
export class ChannelSaveDto extends ChannelFieldsDto implements Partial<ChannelSave> {}

export class ChannelEditDto extends ChannelFieldsDto implements ChannelEdit {
  @IsRowId()
  readonly id!: number;
}

export class ChannelKeysAddDto implements ChannelKeysAdd {
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly key!: string;
}

export class ChannelBatchDto implements ChannelBatch {
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(10_000)
  @IsRowId({ each: true })
  readonly ids!: readonly number[];
}

/** Query texts of the channel table; unreadable ones count as absent. */
export class ChannelListQueryDto {
  @IsOptional()
  @IsString()
  readonly p?: string;

  @IsOptional()
  @IsString()
  readonly page_size?: string;

  @IsOptional()
  @IsString()
  readonly id_sort?: string;

  @IsOptional()
  @IsString()
  readonly include_key?: string;

  @IsOptional()
  @IsString()
  @MaxLength(1000)
  readonly keyword?: string;

  @IsOptional()
  @IsString()
  @MaxLength(255)
  readonly group?: string;

  @IsOptional()
  @IsString()
  @MaxLength(255)
  readonly model?: string;

  @IsOptional()
  @IsString()
  @MaxLength(CHANNEL_TAG_MAX)
  readonly tag?: string;

  @IsOptional()
  @IsString()
  readonly status?: string;

  @IsOptional()
  @IsString()
  readonly type?: string;
}
