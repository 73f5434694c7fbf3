/** The provider's coding client writes this line with a hash that changes on every request. */
const BILLING_LINE = /^x-anthropic-billing-header:[^\n]*(?:\n|$)/i;

/**
 * Instructions without the billing line at their head. It means something to the provider alone, and to everyone else it
 * destroys the prompt cache.
 */
export function withoutBillingLine(text: string): string {
  return text.replace(BILLING_LINE, '');
}
