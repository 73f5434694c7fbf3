import { MaybeText } from '@platform';

/** Longer than any code, state or issuer that providers send. */
const PARAMETER_MAX = 4096;

export class OidcBeginDto {
  /** Invite code for a new account. */
  @MaybeText(PARAMETER_MAX)
  readonly aff?: string;

  /** A registration code, or that of an invitation to a team, for a new account. */
  @MaybeText(PARAMETER_MAX)
  readonly registration_code?: string;
}

/** The parameters that a provider appends to the return address; any others it appends are ignored. */
export class OidcReturnDto {
  @MaybeText(PARAMETER_MAX)
  readonly code?: string;

  @MaybeText(PARAMETER_MAX)
  readonly state?: string;

  /** Issuer, from providers that follow RFC 9207. */
  @MaybeText(PARAMETER_MAX)
  readonly iss?: string;
}
