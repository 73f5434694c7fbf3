/** The provider's coding client writes this line with a hash that changes on every request. */
const BILLING_LINE = /^x-anthropic-billing-header:[^\n]*(?:\n|$)/i;

/**
 * The instructions without the billing line at their beginning. Only the provider can use the line, and elsewhere it
 * would defeat the prompt cache.
 */
export function withoutBillingLine(text: string): string {
  return text.replace(BILLING_LINE, '');
}
