import { RouteConfig } from '@nestjs/platform-fastify';
import { type AppError, type Language } from '@kernel';
import { type FastifyRequest } from 'fastify';

/** An error as one route answers it, where the envelope is not what its callers read. */
export interface ShapedError {
  readonly status: number;
  readonly contentType: string;
  readonly body: unknown;
}

/** @returns null where the usual envelope is right after all */
export type ErrorShape = (error: AppError, language: Language) => ShapedError | null;

/**
 * Gives a route its own form of errors. It hangs on the route itself and not on a filter, because a body that cannot be
 * read is refused before any filter is asked.
 */
export function WithErrorShape(errorShape: ErrorShape) {
  return RouteConfig({ errorShape });
}

/** The form that the route of a request asks for; undefined for all the usual ones. */
export function errorShapeOf({ routeOptions }: FastifyRequest): ErrorShape | undefined {
  return (routeOptions?.config as { readonly errorShape?: ErrorShape } | undefined)?.errorShape;
}
