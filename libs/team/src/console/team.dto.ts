import {
  BUDGET_QUOTA_MAX,
  budgetWindows,
  TEAM_INVITATION_DAYS_MAX,
  TEAM_LIST_MAX,
  TEAM_NAME_MAX,
  teamTransfers,
  teamUsageDimensions,
  type BudgetWindow,
  type TeamCap,
  type TeamCreate,
  type TeamEdit,
  type TeamInvite,
  type TeamMemberEdit,
  type TeamRoleValue,
  type TeamTransfer,
  type TeamTransferKind,
  type TeamUsageDimension,
} from '@contracts';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { type UsageTexts } from './team-usage';

/** Longer texts than these are refused by the rules with a sentence of their own. */
const TEXT_MAX = 4 * TEAM_NAME_MAX;
const NAMES_MAX = 1000;
const EMAIL_MAX = 254;
const CODE_MAX = 64;
const ROLES = [1, 2, 3];
/** An owner is made by handing over. */
const INVITED_ROLES = [1, 2];

export class TeamCreateDto implements TeamCreate {
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly name!: string;
}

export class TeamEditDto implements TeamEdit {
  @IsOptional()
  @IsString()
  @MaxLength(TEXT_MAX)
  readonly name?: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(NAMES_MAX)
  @IsString({ each: true })
  @MaxLength(TEAM_LIST_MAX, { each: true })
  readonly allowed_groups?: readonly string[];

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(NAMES_MAX)
  @IsString({ each: true })
  @MaxLength(TEAM_LIST_MAX, { each: true })
  readonly allowed_models?: readonly string[];
}

export class TeamTransferDto implements TeamTransfer {
  @IsIn(teamTransfers)
  readonly kind!: TeamTransferKind;

  @IsInt()
  @Min(1)
  @Max(BUDGET_QUOTA_MAX)
  readonly quota!: number;
}

export class TeamCapDto implements TeamCap {
  @IsInt()
  @Min(1)
  @Max(BUDGET_QUOTA_MAX)
  readonly quota!: number;

  @IsIn(budgetWindows)
  readonly window!: BudgetWindow;
}

export class TeamMemberEditDto implements TeamMemberEdit {
  @IsOptional()
  @IsIn(ROLES)
  readonly role?: TeamRoleValue;

  /** Null takes the cap away. */
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @ValidateNested()
  @Type(() => TeamCapDto)
  readonly cap?: TeamCapDto | null;
}

export class TeamInviteDto implements TeamInvite {
  @IsIn(INVITED_ROLES)
  readonly role!: TeamRoleValue;

  @ValidateIf((_, value) => value !== undefined && value !== '')
  @IsEmail()
  @MaxLength(EMAIL_MAX)
  readonly email?: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(TEAM_INVITATION_DAYS_MAX)
  readonly days?: number;
}

export class TeamCodeDto {
  @IsString()
  @MaxLength(CODE_MAX)
  readonly code!: string;
}

export class TeamUsageQueryDto implements UsageTexts {
  @IsOptional()
  @IsIn(teamUsageDimensions)
  readonly by?: TeamUsageDimension;

  @IsOptional()
  @IsString()
  readonly start_timestamp?: string;

  @IsOptional()
  @IsString()
  readonly end_timestamp?: string;
}
