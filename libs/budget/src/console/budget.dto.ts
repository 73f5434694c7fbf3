import {
  BUDGET_QUOTA_MAX,
  BUDGET_THRESHOLDS_MAX,
  budgetScopes,
  budgetWindows,
  type BudgetChange,
  type BudgetCreate,
  type BudgetQuery,
  type BudgetScope,
  type BudgetWindow,
  type OwnBudgetCreate,
} from '@contracts';
import { IsRowId, MissingIs } from '@platform';
import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';

const NAME_MAX = 64;
const PERCENT_MAX = 100;

export class BudgetQueryDto implements BudgetQuery {
  /** Numbers have no check, because those that cannot be read count as missing. */
  @Allow()
  @Type(() => Number)
  readonly p?: number;

  @Allow()
  @Type(() => Number)
  readonly size?: number;

  @IsOptional()
  @IsIn(['', ...budgetScopes])
  readonly scope?: BudgetScope | '';

  @Allow()
  @Type(() => Number)
  readonly owner_id?: number;

  @IsOptional()
  @IsString()
  @MaxLength(NAME_MAX)
  readonly group?: string;
}

/** What may be changed of a budget. */
export class BudgetChangeDto implements BudgetChange {
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(BUDGET_QUOTA_MAX)
  readonly quota?: number;

  @IsOptional()
  @IsIn(budgetWindows)
  readonly window?: BudgetWindow;

  @IsOptional()
  @IsBoolean()
  readonly is_rolling?: boolean;

  @IsOptional()
  @IsString()
  @MaxLength(NAME_MAX)
  readonly time_zone?: string;

  @IsOptional()
  @IsBoolean()
  readonly is_hard?: boolean;

  @IsOptional()
  @IsBoolean()
  readonly carries_over?: boolean;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(BUDGET_THRESHOLDS_MAX)
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(PERCENT_MAX, { each: true })
  readonly thresholds?: readonly number[];
}

export class OwnBudgetCreateDto extends BudgetChangeDto implements OwnBudgetCreate {
  @IsRowId()
  readonly owner_id!: number;

  @IsInt()
  @Min(1)
  @Max(BUDGET_QUOTA_MAX)
  declare readonly quota: number;

  @IsIn(budgetWindows)
  declare readonly window: BudgetWindow;
}

export class BudgetCreateDto extends BudgetChangeDto implements BudgetCreate {
  @IsIn(budgetScopes)
  readonly scope!: BudgetScope;

  /** Missing for a group. */
  @MissingIs(0)
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  readonly owner_id: number = 0;

  @MissingIs('')
  @IsString()
  @MaxLength(NAME_MAX)
  readonly username: string = '';

  @MissingIs('')
  @IsString()
  @MaxLength(NAME_MAX)
  readonly group: string = '';

  @IsInt()
  @Min(1)
  @Max(BUDGET_QUOTA_MAX)
  declare readonly quota: number;

  @IsIn(budgetWindows)
  declare readonly window: BudgetWindow;
}
