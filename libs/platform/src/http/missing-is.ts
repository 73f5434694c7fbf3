import { Transform } from 'class-transformer';

/**
 * Reads a body field sent as null as one that was not sent; with a fallback, as that. The console sends whole objects
 * back, with null where it has nothing. A field that is absent altogether keeps the initial value of its property.
 */
export function MissingIs(fallback?: unknown): PropertyDecorator {
  return Transform(({ value }: { readonly value: unknown }) => value ?? fallback);
}
