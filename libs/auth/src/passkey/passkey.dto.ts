import { type PasskeyJson, type PasskeyLogin, type PasskeyRegistration, type PasskeyView } from '@contracts';
import { MissingIs, plainRefusal } from '@platform';
import { IsObject, IsString } from 'class-validator';

export class PasskeyNameDto implements Pick<PasskeyView, 'name'> {
  @MissingIs('')
  @IsString(plainRefusal)
  readonly name: string = '';
}

export class PasskeyRegistrationDto extends PasskeyNameDto implements PasskeyRegistration {
  @IsObject(plainRefusal)
  readonly response!: PasskeyJson;
}

export class PasskeyLoginDto implements PasskeyLogin {
  @IsObject(plainRefusal)
  readonly response!: PasskeyJson;
}
