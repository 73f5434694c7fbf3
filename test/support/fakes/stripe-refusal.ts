import { type FormFields } from './stripe-form';

/** A request that the stand-in for Stripe refuses. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The response in Stripe's form. */
export function refusalOf(error: unknown): [number, object] {
  const { status = 404, message } = error as { status?: number; message: string };
  return [status, { error: { type: 'invalid_request_error', message } }];
}

export function isFields(value: unknown): value is FormFields {
  return typeof value === 'object' && value !== null;
}
