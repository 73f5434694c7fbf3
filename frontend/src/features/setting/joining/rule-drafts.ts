import {
  claimRuleFault,
  domainRuleFault,
  isJsonObject,
  Role,
  TeamRole,
  type ClaimRuleFault,
  type DomainRuleFault,
} from '@contracts';

/** A rule about a domain, as typed. */
export interface DomainDraft {
  readonly domain: string;
  readonly group: string;
  readonly team: string;
}

/** A rule about a claim, as typed; what it does not give keeps its first value. */
export interface ClaimDraft {
  readonly claim: string;
  readonly value: string;
  readonly gives: string;
  readonly group: string;
  readonly team: string;
  readonly team_role: string;
  readonly role: string;
}

export const newDomainDraft: DomainDraft = { domain: '', group: '', team: '' };
export const newClaimDraft: ClaimDraft = {
  claim: '',
  value: '',
  gives: 'group',
  group: '',
  team: '',
  team_role: String(TeamRole.Member),
  role: String(Role.User),
};

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The rows of a stored option, with what they lack filled in; empty for a text that cannot be read. */
function rowsOf<Draft extends object>(text: string, empty: Draft): readonly Draft[] {
  try {
    const rules: unknown = JSON.parse(text);
    if (!Array.isArray(rules)) return [];
    return rules.filter(isJsonObject).map(rule => ({
      ...empty,
      ...Object.fromEntries(Object.keys(empty).flatMap(key => (key in rule ? [[key, textOf(rule[key])]] : []))),
    }));
  } catch {
    return []; // a damaged option is shown as empty and can be filled again
  }
}

export function domainDrafts(text: string): readonly DomainDraft[] {
  return rowsOf(text, newDomainDraft).map(draft => ({ ...draft, team: draft.team === '0' ? '' : draft.team }));
}

export function claimDrafts(text: string): readonly ClaimDraft[] {
  return rowsOf(text, newClaimDraft);
}

/** The number of a team as typed; what is no number is no team. */
function teamOf(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

export function domainRule({ domain, group, team }: DomainDraft) {
  return { domain: domain.trim().toLowerCase(), group, team: team.trim() === '' ? 0 : teamOf(team) };
}

export function claimRule({ claim, value, gives, group, team, team_role: teamRole, role }: ClaimDraft) {
  const match = { claim: claim.trim(), value: value.trim(), gives };
  if (gives === 'team') return { ...match, team: teamOf(team), team_role: Number(teamRole) };
  return gives === 'role' ? { ...match, role: Number(role) } : { ...match, group };
}

export function domainFault(draft: DomainDraft): DomainRuleFault | null {
  return domainRuleFault(domainRule(draft));
}

export function claimFault(draft: ClaimDraft): ClaimRuleFault | null {
  return claimRuleFault(claimRule(draft));
}
