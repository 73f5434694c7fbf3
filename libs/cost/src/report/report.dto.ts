import {
  ownReportDimensions,
  reportDimensions,
  reportOrders,
  type OwnReportDimension,
  type ReportDimension,
  type ReportOrder,
} from '@contracts';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';

/** Query texts that all reports take; numbers that cannot be read count as absent. */
export class ReportSpanDto {
  @IsOptional()
  @IsString()
  readonly start_timestamp?: string;

  @IsOptional()
  @IsString()
  readonly end_timestamp?: string;

  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly time_zone?: string;

  @IsOptional()
  @IsIn(reportOrders)
  readonly order?: ReportOrder;

  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly token_name?: string;

  @IsOptional()
  @IsString()
  @MaxLength(255)
  readonly model_name?: string;

  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly group?: string;
}

export class OwnReportQueryDto extends ReportSpanDto {
  @IsIn(ownReportDimensions)
  readonly by!: OwnReportDimension;
}

export class ReportQueryDto extends ReportSpanDto {
  @IsIn(reportDimensions)
  readonly by!: ReportDimension;

  @IsOptional()
  @IsString()
  readonly user_id?: string;

  @IsOptional()
  @IsString()
  readonly channel?: string;
}
