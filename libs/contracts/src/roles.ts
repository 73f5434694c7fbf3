/** Roles by their stored number; a check is always "at least". Guest is never stored for a real account. */
export const Role = { Guest: 0, User: 1, Admin: 10, Root: 100 } as const;

export type RoleValue = (typeof Role)[keyof typeof Role];

const roleValues: readonly number[] = Object.values(Role);

/** True for the four known numbers; an account with any other role is unusable. */
export function isRole(value: unknown): value is RoleValue {
  return typeof value === 'number' && roleValues.includes(value);
}

/**
 * Whether one account may act on another: strictly higher, or root. Two admins therefore cannot touch each other, and an
 * admin cannot touch itself through admin calls.
 */
export function outranks(actor: RoleValue, target: RoleValue): boolean {
  return actor === Role.Root || actor > target;
}
