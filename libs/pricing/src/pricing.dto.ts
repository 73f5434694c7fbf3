import { IsOptional, IsString } from 'class-validator';

export class GroupModelsQueryDto {
  @IsOptional()
  @IsString()
  readonly group?: string;

  /** `true` leaves out models that nobody priced. */
  @IsOptional()
  @IsString()
  readonly priced?: string;
}
