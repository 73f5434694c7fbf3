import {
  userActions,
  type AffiliateTransfer,
  type UserAction,
  type UserCreate,
  type UserEdit,
  type UserManage,
  type UserSearch,
} from '@contracts';
import { IsRowId, MissingIs, PageQueryDto, plainRefusal } from '@platform';
import { Allow, IsIn, IsInt, IsOptional, IsString } from 'class-validator';

export class UserSearchDto extends PageQueryDto implements UserSearch {
  @IsOptional()
  @IsString()
  readonly keyword?: string;

  @IsOptional()
  @IsString()
  readonly group?: string;
}

export class UserCreateDto implements UserCreate {
  @MissingIs('')
  @IsString()
  readonly username: string = '';

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly display_name?: string;

  @MissingIs('')
  @IsString()
  readonly password: string = '';

  @MissingIs()
  @IsOptional()
  @IsInt()
  readonly role?: number;
}

export class UserEditDto implements UserEdit {
  @IsRowId(plainRefusal)
  readonly id!: number;

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly username?: string;

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly display_name?: string;

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly password?: string;

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly group?: string;

  @MissingIs()
  @IsOptional()
  @IsInt(plainRefusal)
  readonly quota?: number;

  @MissingIs()
  @IsOptional()
  @IsInt(plainRefusal)
  readonly quota_loaded?: number;

  @MissingIs()
  @IsOptional()
  @IsInt(plainRefusal)
  readonly quota_delta?: number;

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly reason?: string;

  @MissingIs()
  @Allow()
  readonly rpm_limit?: number;

  @MissingIs()
  @Allow()
  readonly tpm_limit?: number;

  @MissingIs()
  @Allow()
  readonly max_concurrency?: number;

  @MissingIs()
  @Allow()
  readonly rpd_limit?: number;

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly message_penetration?: string;

  @MissingIs()
  @IsOptional()
  @IsInt()
  readonly role?: number;
}

export class UserManageDto implements UserManage {
  @IsRowId(plainRefusal)
  readonly id!: number;

  @IsIn(userActions, plainRefusal)
  readonly action!: UserAction;
}

export class AffiliateTransferDto implements AffiliateTransfer {
  @IsInt(plainRefusal)
  readonly quota!: number;
}
