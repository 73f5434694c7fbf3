import { type ClaimRule } from '@contracts';
import { fitsPattern } from '@kernel';
import { claimValues, type Claims } from './claim-path';

/** What a provider says about a person who signs in: in the signed token, and at the user endpoint. */
export interface SaidClaims {
  readonly token: Claims;
  /** Empty when it was not asked. */
  readonly details: Claims;
}

/** A target with the first rule that fits. */
export interface ClaimDecision {
  readonly target: string;
  readonly rule: ClaimRule;
  /** The text of the claim that fits. */
  readonly text: string;
}

/** What a rule gives something to: the group, the role, or one team. */
export function targetOf(rule: ClaimRule): string {
  return rule.gives === 'team' ? `team:${rule.team}` : rule.gives;
}

/** The values of a claim: those of the token, and only without any those of the user endpoint. */
export function saidValues({ token, details }: SaidClaims, path: string): readonly string[] {
  for (const claims of [token, details]) {
    // An address that the provider has not verified is whatever the person has typed there.
    if (path === 'email' && claims.email_verified !== true) continue;
    const values = claimValues(claims, path);
    if (values.length > 0) return values;
  }
  return [];
}

/** What the rules give, in order: the first that fits counts for its target. */
export function decideClaims(rules: readonly ClaimRule[], said: SaidClaims): ReadonlyMap<string, ClaimDecision> {
  const decided = new Map<string, ClaimDecision>();
  for (const rule of rules) {
    const target = targetOf(rule);
    if (decided.has(target)) continue;
    const text = saidValues(said, rule.claim).find(value => fitsPattern(rule.value, value));
    if (text !== undefined) decided.set(target, { target, rule, text });
  }
  return decided;
}
