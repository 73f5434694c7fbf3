import { IsOptional, IsString } from 'class-validator';

export class GroupModelsQueryDto {
  @IsOptional()
  @IsString()
  readonly group?: string;
}
