import { createHash } from 'node:crypto';
import { type IncomingHttpHeaders } from 'node:http';
import { type ReceivedCall } from '../call/received-call';

/** The parts of a call that may name its conversation. */
export interface SessionSigns {
  readonly tokenId: number;
  /** The headers, with names in lower case as Node delivers them. */
  readonly headers: IncomingHttpHeaders;
  /** The body; for a form, its text fields. */
  readonly parsed: Readonly<Record<string, unknown>>;
}

/**
 * Headers in which clients name a conversation, the most specific first. Read 2026-11:
 * - Claude Code: "LLM gateway protocol" page of its documentation
 * - Codex: `codex-api/src/requests/headers.rs`, with dashes today and underscores before
 * - OpenCode: `session/llm/request.ts`; pi sends the same names by provider
 * - Cline: `providers/request-headers.ts`; Roo Code: `api/index.ts`
 * - CodeBuddy: `x-conversation-id`; Amp: `x-amp-thread-id`
 *
 * `x-client-request-id` is left out: some clients put a session there, but most put an id of the single request. Gemini
 * CLI names its session only to Code Assist, not on the public API.
 */
const SESSION_HEADERS = [
  'x-claude-code-session-id',
  'x-opencode-session',
  'x-session-affinity',
  'x-session-id',
  'session-id',
  'session_id',
  'thread-id',
  'conversation-id',
  'conversation_id',
  'x-conversation-id',
  'x-amp-thread-id',
  'x-task-id',
  'x-roo-task-id',
] as const;

const LENGTH_MAX = 1024;
/** 48 bits in hexadecimal digits, since LIKE ignores case on SQLite. */
const MARK_LENGTH = 12;
/** `user_<hash>_account_<id>_session_<id>`, as older versions of Claude Code wrote it. */
const SESSION_MARK = '_session_';
const SESSION_NAME = /^[\w-]+$/;

/**
 * Returns an opaque key for the conversation of a call. It is the same on every node, and callers with different API
 * keys never share one. A user's name (`user`, a plain `metadata.user_id`) is not used: an application often sends the
 * same one with all its traffic.
 *
 * @returns null when the call names no conversation
 */
export function sessionKeyOf({ tokenId, headers, parsed }: SessionSigns): string | null {
  return hashOf({ tokenId, headers, parsed })?.toString('base64url').slice(0, 22) ?? null;
}

/** The conversation of a call as its log row names it, in 12 hexadecimal digits; null when the call names none. */
export function sessionMarkOf(received: ReceivedCall): string | null {
  return hashOf(signsOf(received))?.toString('hex').slice(0, MARK_LENGTH) ?? null;
}

/** The parts of a call that may name its conversation. Users without a key (the playground) are told apart by their own id. */
export function signsOf({ caller, headers, call }: ReceivedCall): SessionSigns {
  const { tokenId, userId } = caller;
  return { tokenId: tokenId === 0 ? -userId : tokenId, headers, parsed: call.parsed };
}

function hashOf({ tokenId, headers, parsed }: SessionSigns): Buffer | null {
  const session = headerSession(headers) ?? bodySession(parsed);
  return session === null ? null : createHash('sha256').update(`${tokenId}\n${session}`).digest();
}

function headerSession(headers: IncomingHttpHeaders): string | null {
  for (const name of SESSION_HEADERS) {
    const session = usable(headers[name]);
    if (session !== null) return session;
  }
  return null;
}

function bodySession(parsed: Readonly<Record<string, unknown>>): string | null {
  const metadata = recordOf(parsed.metadata);
  return (
    userIdSession(metadata.user_id) ??
    usable(metadata.session_id) ??
    usable(parsed.prompt_cache_key) ??
    usable(recordOf(parsed.conversation).id ?? parsed.conversation) ??
    usable(parsed.session_id) ??
    usable(parsed.conversation_id)
  );
}

/** Reads the session inside a user id: at its end, or as a field of JSON text. */
function userIdSession(userId: unknown): string | null {
  const text = usable(userId);
  if (text === null) return null;
  if (!text.startsWith('{')) {
    const at = text.lastIndexOf(SESSION_MARK);
    const session = text.slice(at + SESSION_MARK.length);
    return at !== -1 && SESSION_NAME.test(session) ? session : null;
  }
  try {
    return usable(recordOf(JSON.parse(text)).session_id);
  } catch {
    return null; // an id of the caller's own that begins with a brace
  }
}

function usable(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.length > LENGTH_MAX ? null : text;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  // An array has none of the fields that are read.
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
