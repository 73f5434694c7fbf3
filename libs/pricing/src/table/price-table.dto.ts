import {
  PRICE_CHANGES_MAX,
  priceTableKeys,
  type PriceChange,
  type PriceListRequest,
  type PriceSave,
  type PriceTableKey,
  type ModelRule,
  type RuleChange,
} from '@contracts';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';

/** More than any name may have, so that a longer one is refused by its own sentence. */
const NAME_MAX = 4096;
const ADDRESS_MAX = 2048;
/** More than the body may have. */
const LIST_MAX = 64 * 1024 * 1024;

class PriceChangeDto implements PriceChange {
  @IsString()
  @Length(1, NAME_MAX)
  readonly model!: string;

  @IsIn(priceTableKeys)
  readonly key!: PriceTableKey;

  @ValidateIf((change: PriceChangeDto) => change.before !== null)
  @IsNumber()
  readonly before!: number | null;

  @ValidateIf((change: PriceChangeDto) => change.value !== null)
  @IsNumber()
  readonly value!: number | null;
}

/** The options check what the rules say. */
class RuleChangeDto implements RuleChange {
  @IsString()
  @Length(1, NAME_MAX)
  readonly model!: string;

  @ValidateIf((change: RuleChangeDto) => change.before !== null)
  @IsObject()
  readonly before!: ModelRule | null;

  @ValidateIf((change: RuleChangeDto) => change.value !== null)
  @IsObject()
  readonly value!: ModelRule | null;
}

export class PriceSaveDto implements PriceSave {
  @IsArray()
  @ArrayMaxSize(PRICE_CHANGES_MAX)
  @ValidateNested({ each: true })
  @Type(() => PriceChangeDto)
  readonly changes!: readonly PriceChangeDto[];

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(PRICE_CHANGES_MAX)
  @ValidateNested({ each: true })
  @Type(() => RuleChangeDto)
  readonly rules?: readonly RuleChangeDto[];

  @IsIn(['table', 'paste', 'list'])
  readonly origin!: 'table' | 'paste' | 'list';
}

export class PriceListDto implements PriceListRequest {
  @IsOptional()
  @IsString()
  @MaxLength(ADDRESS_MAX)
  readonly address?: string;

  @IsOptional()
  @IsString()
  @MaxLength(LIST_MAX)
  readonly text?: string;
}
