import { statementFormats, statementLanguages, type StatementFormat, type StatementLanguage } from '@contracts';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';

const ID = /^[1-9]\d{0,14}$/;

export class StatementQueryDto {
  @IsString()
  @MaxLength(7)
  readonly month!: string;
}

export class UserStatementQueryDto extends StatementQueryDto {
  @Matches(ID)
  readonly user_id!: string;
}

export class TeamStatementQueryDto extends StatementQueryDto {
  @Matches(ID)
  readonly team_id!: string;
}

/** How a statement is taken away. */
export class StatementFileQueryDto extends StatementQueryDto {
  @IsOptional()
  @IsIn(statementFormats)
  readonly format?: StatementFormat;

  @IsOptional()
  @IsIn(statementLanguages)
  readonly language?: StatementLanguage;
}

export class UserStatementFileQueryDto extends StatementFileQueryDto {
  @Matches(ID)
  readonly user_id!: string;
}

export class TeamStatementFileQueryDto extends StatementFileQueryDto {
  @Matches(ID)
  readonly team_id!: string;
}
