import { type FastifyRequest } from 'fastify';

const REASON_LENGTH_MAX = 200;
const AFF_CODE = /^[0-9A-Za-z]{1,32}$/;

/** A parameter of the query as it was sent; empty when it is missing, and when it was sent more than once. */
export function textOf(request: FastifyRequest, name: string): string {
  const value = (request.query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}

/** An invite code of valid form; any other text is ignored like an unknown code. */
export function affCodeOf(text: string): string {
  return AFF_CODE.test(text) ? text : '';
}

/** A registration code as it was sent with a call; whether it lets anybody in is checked elsewhere. */
export function entryCodeOf(request: FastifyRequest): string {
  return textOf(request, 'registration_code').trim();
}

/** A provider's text as it is shown to people: one line, at most 200 characters. */
export function readableReason(text: string): string {
  return Array.from(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim())
    .slice(0, REASON_LENGTH_MAX)
    .join('');
}
