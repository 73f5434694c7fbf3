import { type RoleValue } from './roles';
import { type TeamRoleValue } from './team';

/** Most registration codes that one call makes. */
export const REGISTRATION_CODES_MAX = 100;
/** Most people that one code lets in. */
export const REGISTRATION_USES_MAX = 100_000;
export const REGISTRATION_NOTE_MAX = 100;
/** Longer than a code as people type it, with blanks and dashes, and than the code of an invitation to a team. */
export const REGISTRATION_CODE_TEXT_MAX = 64;
/** Most rules about domains, and about claims. */
export const JOINING_RULES_MAX = 200;
/** The longest domain, claim or text of a rule, in characters. */
export const JOINING_TEXT_MAX = 255;
/** The most names that the path of a claim has. */
export const CLAIM_PATH_MAX = 10;

/** Whether a registration code lets anybody in; a deleted one is in no list. */
export const RegistrationCodeStatus = { Enabled: 1, Disabled: 2 } as const;
export type RegistrationCodeStatusValue = (typeof RegistrationCodeStatus)[keyof typeof RegistrationCodeStatus];

/** What the list of codes can be narrowed to. */
export const registrationCodeStates = ['usable', 'disabled', 'used', 'expired'] as const;
export type RegistrationCodeState = (typeof registrationCodeStates)[number];

/** A code with which new people open accounts. Times are Unix seconds. */
export interface RegistrationCodeView {
  readonly id: number;
  /** Four times four characters with dashes between them; people may type them without, and in capitals. */
  readonly code: string;
  readonly note: string;
  /** The group that new accounts get; empty for the usual one. */
  readonly group: string;
  /** The units that new accounts get besides those that all new accounts get. */
  readonly quota: number;
  readonly uses: number;
  readonly uses_max: number;
  readonly status: RegistrationCodeStatusValue;
  readonly created_by: string;
  readonly created_time: number;
  /** 0 for a code that does not expire. */
  readonly expires_time: number;
}

/** A person who opened an account with a code. */
export interface RegistrationCodeUse {
  readonly user_id: number;
  readonly username: string;
  readonly used_time: number;
}

export interface RegistrationCodeSearch {
  readonly p?: number;
  readonly page_size?: number;
  /** A part of a note, or a whole code. */
  readonly keyword?: string;
  /** Empty for all. */
  readonly state?: RegistrationCodeState | '';
}

/** A request to make codes, which are alike but for their text. */
export interface RegistrationCodeCreate {
  readonly count: number;
  readonly uses_max: number;
  readonly note?: string;
  readonly group?: string;
  readonly quota?: number;
  readonly expires_time?: number;
}

export interface RegistrationCodeEdit {
  readonly status: RegistrationCodeStatusValue;
}

/** What people of a domain get with their verified address. */
export interface DomainRule {
  /** A domain in lower case, in which `*` stands for any text. */
  readonly domain: string;
  /** Empty for none; it replaces the group `default` only. */
  readonly group: string;
  /** The id of a team; 0 for none. */
  readonly team: number;
}

/** The roles of the site that a claim may give. The highest one is no claim's to give. */
export type ClaimRole = Extract<RoleValue, 1 | 10>;
export const claimRoles: readonly number[] = [1, 10] satisfies readonly ClaimRole[];
/** The roles in teams that a claim may give; an owner is made by handing over. */
export type ClaimTeamRole = Extract<TeamRoleValue, 1 | 2>;
export const claimTeamRoles: readonly number[] = [1, 2] satisfies readonly ClaimTeamRole[];

interface ClaimMatch {
  /** The path to a claim, with dots: `realm_access.roles`. */
  readonly claim: string;
  /** The text that the claim, or one entry of it, has; `*` in it stands for any text. */
  readonly value: string;
}

/** What people get whose claim fits; the first rule that fits counts for the group, for the role, and for each team. */
export type ClaimRule = ClaimMatch &
  (
    | { readonly gives: 'group'; readonly group: string }
    | { readonly gives: 'team'; readonly team: number; readonly team_role: ClaimTeamRole }
    | { readonly gives: 'role'; readonly role: ClaimRole }
  );

export const claimGifts = ['group', 'team', 'role'] as const satisfies readonly ClaimRule['gives'][];

/** What is wrong with a rule: a field of its row. */
export type DomainRuleFault = 'domain' | 'gift' | 'team';
export type ClaimRuleFault = 'claim' | 'value' | 'group' | 'team' | 'role';

const DOMAIN = /^[a-z0-9*]([a-z0-9*.-]*[a-z0-9*])?$/;

function isText(value: unknown, max = JOINING_TEXT_MAX): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= max && !/\p{Cc}/u.test(value);
}

function isRowId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** One name of a group: with a comma it would be several. */
function isGroup(value: unknown): value is string {
  return isText(value) && !value.includes(',');
}

/** The first fault of a rule about a domain, or null. */
export function domainRuleFault({ domain, group, team }: Readonly<Record<string, unknown>>): DomainRuleFault | null {
  if (!isText(domain) || !DOMAIN.test(domain)) return 'domain';
  if (!Number.isSafeInteger(team) || Number(team) < 0) return 'team';
  if (group === '') return team === 0 ? 'gift' : null;
  return isGroup(group) ? null : 'gift';
}

/** The first fault of a rule about a claim, or null. */
export function claimRuleFault(rule: Readonly<Record<string, unknown>>): ClaimRuleFault | null {
  const { claim, value, gives, group, team, team_role: teamRole, role } = rule;
  if (!isText(claim) || claim.split('.').length > CLAIM_PATH_MAX) return 'claim';
  if (!isText(value)) return 'value';
  switch (gives) {
    case 'group':
      return isGroup(group) ? null : 'group';
    case 'team':
      return isRowId(team) && claimTeamRoles.includes(Number(teamRole)) ? null : 'team';
    default:
      return gives === 'role' && claimRoles.includes(Number(role)) ? null : 'role';
  }
}

function rulesOf<Rule>(
  value: unknown,
  faultOf: (rule: Readonly<Record<string, unknown>>) => string | null,
): readonly Rule[] | null {
  if (!Array.isArray(value) || value.length > JOINING_RULES_MAX) return null;
  const isFine = value.every(
    (rule: unknown) =>
      typeof rule === 'object' &&
      rule !== null &&
      !Array.isArray(rule) &&
      faultOf(rule as Readonly<Record<string, unknown>>) === null,
  );
  return isFine ? (value as Rule[]) : null; // each was looked at above
}

/** The rules about domains in a parsed option; null when one of them is wrong. */
export function toDomainRules(value: unknown): readonly DomainRule[] | null {
  return rulesOf<DomainRule>(value, domainRuleFault);
}

/** The rules about claims in a parsed option; null when one of them is wrong. */
export function toClaimRules(value: unknown): readonly ClaimRule[] | null {
  return rulesOf<ClaimRule>(value, claimRuleFault);
}
