import { IsOptional, IsString } from 'class-validator';

/** Query texts of the overview; numbers that cannot be read count as absent. */
export class OverviewQueryDto {
  @IsOptional()
  @IsString()
  readonly start?: string;

  @IsOptional()
  @IsString()
  readonly end?: string;

  @IsOptional()
  @IsString()
  readonly day_start?: string;
}
