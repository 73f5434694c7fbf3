/** Whether a typed text is a whole number in digits alone, from `min` to `max`; blanks around it do not count. */
export function isWhole(text: string, min: number, max: number): boolean {
  const value = Number(text);
  return /^\d+$/.test(text.trim()) && value >= min && value <= max;
}
