/** Types alone: the package is loaded when it is first needed, as the module that `import()` finds. */
export type { Stripe } from 'stripe' with { 'resolution-mode': 'import' };
