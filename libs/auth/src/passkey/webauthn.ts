/**
 * The library that checks what devices sign. It brings hundreds of files for certificates; they are loaded with the first
 * passkey rather than with the server.
 */
export function webauthn() {
  return import('@simplewebauthn/server');
}

/** Its encoders and decoders, loaded in the same way. */
export function webauthnHelpers() {
  return import('@simplewebauthn/server/helpers');
}
