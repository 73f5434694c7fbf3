const gizmoFamilies = ['gpt-4-gizmo-', 'gpt-4o-gizmo-'] as const;

/** The shared name of a custom GPT, for example `gpt-4-gizmo-*`; null for every other model. */
export function modelFamilyOf(model: string): string | null {
  const prefix = gizmoFamilies.find(family => model.startsWith(family));
  return prefix === undefined ? null : `${prefix}*`;
}
