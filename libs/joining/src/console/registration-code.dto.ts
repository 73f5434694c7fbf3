import {
  REGISTRATION_CODES_MAX,
  REGISTRATION_NOTE_MAX,
  REGISTRATION_USES_MAX,
  RegistrationCodeStatus,
  registrationCodeStates,
  USER_GROUP_MAX,
  type RegistrationCodeCreate,
  type RegistrationCodeEdit,
  type RegistrationCodeSearch,
  type RegistrationCodeState,
  type RegistrationCodeStatusValue,
} from '@contracts';
import { MissingIs, PageQueryDto } from '@platform';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

const KEYWORD_MAX = 128;
/** The year 2286 in seconds; a later time is a mistake, mostly milliseconds. */
const EXPIRY_MAX_SECONDS = 9_999_999_999;

export class RegistrationCodeSearchDto extends PageQueryDto implements RegistrationCodeSearch {
  @IsOptional()
  @IsString()
  @MaxLength(KEYWORD_MAX)
  readonly keyword?: string;

  @IsOptional()
  @IsIn(['', ...registrationCodeStates])
  readonly state?: RegistrationCodeState | '';
}

export class RegistrationCodeCreateDto implements RegistrationCodeCreate {
  @IsInt()
  @Min(1)
  @Max(REGISTRATION_CODES_MAX)
  readonly count!: number;

  @IsInt()
  @Min(1)
  @Max(REGISTRATION_USES_MAX)
  readonly uses_max!: number;

  @MissingIs('')
  @IsString()
  @MaxLength(REGISTRATION_NOTE_MAX)
  readonly note: string = '';

  @MissingIs('')
  @IsString()
  @MaxLength(USER_GROUP_MAX)
  readonly group: string = '';

  @MissingIs(0)
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  readonly quota: number = 0;

  @MissingIs(0)
  @IsInt()
  @Min(0)
  @Max(EXPIRY_MAX_SECONDS)
  readonly expires_time: number = 0;
}

export class RegistrationCodeEditDto implements RegistrationCodeEdit {
  @IsIn(Object.values(RegistrationCodeStatus))
  readonly status!: RegistrationCodeStatusValue;
}
