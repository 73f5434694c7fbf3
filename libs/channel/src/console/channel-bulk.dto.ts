import {
  CHANNEL_BULK_MAX,
  CHANNEL_TAG_MAX,
  type ChannelBulkEdit,
  type ChannelBulkLists,
  type ChannelBulkStep,
  type ChannelBulkValues,
} from '@contracts';
import { IsRowId } from '@platform';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { ChannelListsDto, ChannelSharedFieldsDto } from './channel.dto';

class ChannelBulkValuesDto extends ChannelSharedFieldsDto implements ChannelBulkValues {
  @IsOptional()
  @IsInt()
  readonly status?: ChannelBulkValues['status'];
}

class ChannelBulkListsDto extends ChannelListsDto implements ChannelBulkLists {}

class ChannelBulkStepDto implements ChannelBulkStep {
  @IsArray()
  @ArrayMaxSize(CHANNEL_BULK_MAX)
  @IsRowId({ each: true })
  readonly ids!: readonly number[];

  @IsOptional()
  @IsString()
  @MaxLength(CHANNEL_TAG_MAX)
  readonly tag?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => ChannelBulkValuesDto)
  readonly set?: ChannelBulkValuesDto;

  @IsOptional()
  @ValidateNested()
  @Type(() => ChannelBulkListsDto)
  readonly add?: ChannelBulkListsDto;

  @IsOptional()
  @ValidateNested()
  @Type(() => ChannelBulkListsDto)
  readonly remove?: ChannelBulkListsDto;

  @IsOptional()
  @ValidateNested()
  @Type(() => ChannelBulkValuesDto)
  readonly expect?: ChannelBulkValuesDto;
}

export class ChannelBulkEditDto implements ChannelBulkEdit {
  @IsArray()
  @ArrayMaxSize(CHANNEL_BULK_MAX)
  @ValidateNested({ each: true })
  @Type(() => ChannelBulkStepDto)
  readonly steps!: readonly ChannelBulkStepDto[];
}
