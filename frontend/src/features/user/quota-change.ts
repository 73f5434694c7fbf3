/** What is wrong with an amount to add; also the end of the key of its sentence. */
export type QuotaChangeFault = 'amount' | 'shortfall' | 'reason';

/** Units of a typed amount, negative to take; null when it is no whole number or changes nothing. */
export function readAmount(text: string): number | null {
  const amount = Number(text);
  return /^-?\d+$/.test(text.trim()) && Number.isSafeInteger(amount) && amount !== 0 ? amount : null;
}

export interface QuotaChange {
  /** As typed. */
  readonly amount: string;
  readonly reason: string;
  /** What is there now. */
  readonly balance: number;
}

/** The first thing wrong, or null. Nobody can be left with less than nothing; only paid calls can do that. */
export function findQuotaFault(
  { amount: text, reason, balance }: QuotaChange,
  reasonMax: number,
): QuotaChangeFault | null {
  const amount = readAmount(text);
  if (amount === null || !Number.isSafeInteger(balance + amount)) return 'amount';
  if (amount < 0 && balance + amount < 0) return 'shortfall';
  return Array.from(reason.trim()).length > reasonMax ? 'reason' : null;
}
