import { BILL_CHANNELS_MAX, BILL_TEXT_MAX, type BillComparison } from '@contracts';
import { IsRowId } from '@platform';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, MaxLength } from 'class-validator';

export class BillComparisonDto implements BillComparison {
  @IsString()
  @MaxLength(BILL_TEXT_MAX)
  readonly text!: string;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(BILL_CHANNELS_MAX)
  @IsRowId({ each: true })
  readonly channels!: readonly number[];

  @IsString()
  @MaxLength(64)
  readonly time_zone!: string;
}
