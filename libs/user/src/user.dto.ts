import {
  userActions,
  type AffiliateTransfer,
  type UserAction,
  type UserCreate,
  type UserEdit,
  type UserManage,
  type UserSearch,
} from '@contracts';
import { plainRefusal } from '@platform';
import { Transform, Type } from 'class-transformer';
import { Allow, IsIn, IsInt, IsOptional, IsString, Min } from 'class-validator';

/** A missing text reads as an empty one, so that "not given" is refused in one place. */
const EmptyWhenMissing = () => Transform(({ value }: { readonly value: unknown }) => value ?? '');

export class UserSearchDto implements UserSearch {
  /** Unreadable numbers count as missing, hence no check. */
  @Allow()
  @Type(() => Number)
  readonly p?: number;

  @Allow()
  @Type(() => Number)
  readonly page_size?: number;

  @IsOptional()
  @IsString()
  readonly keyword?: string;

  @IsOptional()
  @IsString()
  readonly group?: string;
}

export class UserCreateDto implements UserCreate {
  @EmptyWhenMissing()
  @IsString()
  readonly username: string = '';

  @IsOptional()
  @IsString()
  readonly display_name?: string;

  @EmptyWhenMissing()
  @IsString()
  readonly password: string = '';

  @IsOptional()
  @IsInt()
  readonly role?: number;
}

export class UserEditDto implements UserEdit {
  @IsInt(plainRefusal)
  @Min(1, plainRefusal)
  readonly id!: number;

  @IsOptional()
  @IsString()
  readonly username?: string;

  @IsOptional()
  @IsString()
  readonly display_name?: string;

  @IsOptional()
  @IsString()
  readonly password?: string;

  @IsOptional()
  @IsString()
  readonly group?: string;

  @IsOptional()
  @IsInt(plainRefusal)
  readonly quota?: number;

  @IsOptional()
  @IsInt(plainRefusal)
  readonly quota_loaded?: number;

  @IsOptional()
  @IsInt(plainRefusal)
  readonly quota_delta?: number;

  @IsOptional()
  @IsString()
  readonly message_penetration?: string;

  @IsOptional()
  @IsInt()
  readonly role?: number;
}

export class UserManageDto implements UserManage {
  @IsInt(plainRefusal)
  @Min(1, plainRefusal)
  readonly id!: number;

  @IsIn(userActions, plainRefusal)
  readonly action!: UserAction;
}

export class AffiliateTransferDto implements AffiliateTransfer {
  @IsInt(plainRefusal)
  readonly quota!: number;
}
