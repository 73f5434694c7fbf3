import { type IncomingMessage } from 'node:http';
import { AppError } from '@kernel';

/** Matches sixteen bytes in base64; source: RFC 6455, section 4.1. */
const KEY = /^[+/0-9a-z]{22}==$/i;
/** Matches a token of HTTP, which the name of a sub-protocol must be. */
const WORD = /^[\w!#$%&'*+.^`|~-]+$/;
const VERSIONS: ReadonlySet<string> = new Set(['13', '8']);

/**
 * Checks everything for which the upgrade itself would refuse a request. It runs before anything is reserved or opened
 * for the session, because a refusal during the upgrade would leave that behind.
 *
 * @throws AppError RELAY_HANDSHAKE
 */
export function checkHandshake({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): void {
  if (method !== 'GET') throw refusal('the method must be GET');
  if (headers.upgrade?.toLowerCase() !== 'websocket') throw refusal('the header upgrade must be websocket');
  if (!KEY.test(headers['sec-websocket-key'] ?? '')) {
    throw refusal('the header sec-websocket-key must be sixteen bytes in base64');
  }
  if (!VERSIONS.has(headers['sec-websocket-version']?.trim() ?? '')) {
    throw refusal('the header sec-websocket-version must be 13');
  }
  checkProtocols(headers['sec-websocket-protocol']);
}

function checkProtocols(text: string | undefined): void {
  if (text === undefined) return;
  const names = text.split(',').map(name => name.trim());
  const isValid = names.every(name => WORD.test(name)) && new Set(names).size === names.length;
  if (!isValid) throw refusal('the header sec-websocket-protocol must be a list of different names');
}

function refusal(detail: string): AppError {
  return new AppError('RELAY_HANDSHAKE', { params: { detail } });
}
