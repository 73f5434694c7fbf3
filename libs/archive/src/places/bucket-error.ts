/** What a bucket says, and what a person can do about it. */
const ADVICE: Readonly<Record<string, string>> = {
  AccessDenied: 'the key may not do this; it must be allowed to list, read, write and delete in the bucket',
  InvalidAccessKeyId: 'the store does not know this access key',
  SignatureDoesNotMatch: 'the secret key or the region is wrong',
  NoSuchBucket: 'there is no such bucket, or the style of the addresses is wrong',
  NoSuchKey: 'there is no such backup',
  PermanentRedirect: 'the bucket is in another region',
  AuthorizationHeaderMalformed: 'the region is wrong',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  CredentialsProviderError: 'no access key is set, and the environment gives none',
  ENOTFOUND: 'the address is unknown',
  ECONNREFUSED: 'nothing answers at the address',
  ECONNRESET: 'the store broke off the connection',
  TimeoutError: 'the store took too long',
};

/** What the client itself says about an error that it does not know; only the text of the error is left then. */
const WRAPPED = /^AWS SDK error wrapper for (.*)/s;

interface Fault extends Error {
  /** As sockets name it. */
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** A sentence about a failure of a bucket; errors that are not its own, such as those of a database, stay as they are. */
export function bucketError(error: unknown, place: string): Error {
  const { name = '', message = '', $metadata, ...rest } = error as Partial<Fault>;
  const wrapped = WRAPPED.exec(message)?.[1];
  const code = rest.code ?? /\bE[A-Z]{4,}\b/.exec(wrapped ?? '')?.[0];
  const status = $metadata?.httpStatusCode;
  const known = ADVICE[name] ?? ADVICE[code ?? ''];
  if (known === undefined && status === undefined && code === undefined) return error as Error;
  const said = [status, name === 'Error' ? code : name].filter(Boolean).join(' ');
  return new Error(`${place} failed: ${known ?? (wrapped ?? message).split('\n', 1)[0]} (${said}).`, { cause: error });
}
