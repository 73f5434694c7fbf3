import { SetMetadata } from '@nestjs/common';

const BINARY_BODY = 'sluice:binary-body';

/** A console route whose body is no JSON: it gets the bytes as they arrive. The server has to know the type, too. */
export function BinaryBody(mediaType: string) {
  return SetMetadata(BINARY_BODY, mediaType);
}

/** The media type of the body of such a route; null for all others. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- handlers are only looked up by metadata
export function binaryBodyOf(handler: Function): string | null {
  return (Reflect.getMetadata(BINARY_BODY, handler) as string | undefined) ?? null;
}
