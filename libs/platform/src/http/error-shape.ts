import { RouteConfig } from '@nestjs/platform-fastify';
import { type AppError, type Language } from '@kernel';
import { type FastifyRequest } from 'fastify';

/** The error response of one route whose callers do not read the envelope. */
export interface ShapedError {
  readonly status: number;
  readonly contentType: string;
  readonly body: unknown;
}

/** @returns null where the usual envelope is right */
export type ErrorShape = (error: AppError, language: Language) => ShapedError | null;

/**
 * Gives a route its own error format. The format is attached to the route and not to a filter, because a body that
 * cannot be read is refused before any filter runs.
 */
export function WithErrorShape(errorShape: ErrorShape) {
  return RouteConfig({ errorShape });
}

/** The error format of the route of a request; undefined for the usual envelope. */
export function errorShapeOf({ routeOptions }: FastifyRequest): ErrorShape | undefined {
  return (routeOptions?.config as { readonly errorShape?: ErrorShape } | undefined)?.errorShape;
}
