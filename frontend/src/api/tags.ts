/** Kinds of server data. A mutation names the kinds it makes stale, a query names the kinds it holds. */
export const tagTypes = [
  'Self',
  'Status',
  'Token',
  'TokenTemplate',
  'Channel',
  'Log',
  'User',
  'Redemption',
  'RegistrationCode',
  'Option',
  'Backup',
  'MoveIn',
  'Group',
  'Model',
  'Order',
  'CheckIn',
  'Totp',
  'Passkey',
  'Session',
  'ImageTask',
  'Task',
  'Alert',
  'AlertRule',
  'AlertReceiver',
  'Inspected',
  'InspectRule',
  'Budget',
  'Plan',
  'Team',
  'Storage',
  'Price',
] as const;

export type TagType = (typeof tagTypes)[number];

interface Tag<Type extends TagType> {
  readonly type: Type;
  readonly id: number | string;
}

/** Tags for a list: the list itself and each of its rows, so that one changed row refreshes the pages that show it. */
export function listOf<Type extends TagType>(type: Type) {
  return (result: { readonly rows: readonly { readonly id: number }[] } | undefined): readonly Tag<Type>[] => [
    { type, id: 'LIST' },
    ...(result?.rows ?? []).map(({ id }) => ({ type, id })),
  ];
}

/** The tag that stands for one row. */
export function oneOf<Type extends TagType>(type: Type, id: number): Tag<Type> {
  return { type, id };
}

/** The tag that stands for the list as a whole; it is invalidated when rows are added or removed. */
export function wholeList<Type extends TagType>(type: Type): Tag<Type> {
  return { type, id: 'LIST' };
}
