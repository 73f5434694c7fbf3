/** The length as the server counts it: a character outside the basic plane counts as one. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

export function isWithin(text: string, { min = 0, max }: { readonly min?: number; readonly max: number }): boolean {
  return lengthOf(text) >= min && lengthOf(text) <= max;
}
