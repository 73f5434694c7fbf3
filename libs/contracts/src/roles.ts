/** Roles by their stored number; a check is always "at least". Guest is never stored for a real account. */
export const Role = { Guest: 0, User: 1, Admin: 10, Root: 100 } as const;

export type RoleValue = (typeof Role)[keyof typeof Role];

const roleValues: readonly number[] = Object.values(Role);

/** True for the four known roles; an account with any other role is unusable. */
export function isRole(value: unknown): value is RoleValue {
  return typeof value === 'number' && roleValues.includes(value);
}

/**
 * True when one account may act on another: its role is strictly higher, or it is root. Two administrators therefore
 * cannot touch each other, and an administrator cannot act on their own account through the calls of administrators.
 */
export function outranks(actor: RoleValue, target: RoleValue): boolean {
  return actor === Role.Root || actor > target;
}
