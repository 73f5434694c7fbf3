import {
  REGISTRATION_CODES_MAX,
  REGISTRATION_USES_MAX,
  RegistrationCodeStatus,
  type RegistrationCodeCreate,
  type RegistrationCodeState,
  type RegistrationCodeView,
} from '@contracts';
import { isWhole } from '../../shared/form/whole-number';
import { parseTime } from '../../shared/format/time';

/** The form of new codes, as typed. */
export interface RegistrationDraft {
  readonly count: string;
  readonly uses: string;
  readonly note: string;
  /** Empty for the usual group. */
  readonly group: string;
  readonly quota: string;
  /** Local time with seconds; empty for never. */
  readonly expires: string;
}

/** The first fault of a draft; also the end of the i18n key of its message. */
export type RegistrationFault = 'count' | 'uses' | 'quota' | 'expires';

export const newRegistrationDraft: RegistrationDraft = {
  count: '1',
  uses: '1',
  note: '',
  group: '',
  quota: '0',
  expires: '',
};

export function findRegistrationFault(
  { count, uses, quota, expires }: RegistrationDraft,
  nowMs: number,
): RegistrationFault | null {
  if (!isWhole(count, 1, REGISTRATION_CODES_MAX)) return 'count';
  if (!isWhole(uses, 1, REGISTRATION_USES_MAX)) return 'uses';
  if (!isWhole(quota, 0, Number.MAX_SAFE_INTEGER)) return 'quota';
  if (expires === '') return null;
  return (parseTime(expires) ?? 0) * 1000 > nowMs ? null : 'expires';
}

/** @param draft without faults */
export function toRegistrationCreate(draft: RegistrationDraft): RegistrationCodeCreate {
  const { count, uses, note, group, quota, expires } = draft;
  return {
    count: Number(count),
    uses_max: Number(uses),
    note: note.trim(),
    group,
    quota: Number(quota),
    expires_time: expires === '' ? 0 : (parseTime(expires) ?? 0),
  };
}

/** The one state in which the list shows a code. */
export function stateOf(code: RegistrationCodeView, nowMs: number): RegistrationCodeState {
  if (code.status === RegistrationCodeStatus.Disabled) return 'disabled';
  if (code.uses >= code.uses_max) return 'used';
  return code.expires_time > 0 && code.expires_time * 1000 <= nowMs ? 'expired' : 'usable';
}

/** The address that opens the registration page with the code filled in. */
export function registrationLink(code: string): string {
  return `${window.location.origin}/register?code=${code}`;
}
