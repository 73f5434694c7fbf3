/** What is wrong with an amount to add; also the end of the i18n key of its message. */
export type QuotaChangeFault = 'amount' | 'shortfall' | 'reason';

/** The units of a typed amount, negative to take them away; null when it is no whole number or changes nothing. */
export function readAmount(text: string): number | null {
  const amount = Number(text);
  return /^-?\d+$/.test(text.trim()) && Number.isSafeInteger(amount) && amount !== 0 ? amount : null;
}

interface QuotaChange {
  /** The amount, as typed. */
  readonly amount: string;
  readonly reason: string;
  /** The current balance in units. */
  readonly balance: number;
}

/** The first fault of a change, or null. An administrator cannot make a balance negative; only paid calls can. */
export function findQuotaFault(
  { amount: text, reason, balance }: QuotaChange,
  reasonMax: number,
): QuotaChangeFault | null {
  const amount = readAmount(text);
  if (amount === null || !Number.isSafeInteger(balance + amount)) return 'amount';
  if (amount < 0 && balance + amount < 0) return 'shortfall';
  return Array.from(reason.trim()).length > reasonMax ? 'reason' : null;
}
