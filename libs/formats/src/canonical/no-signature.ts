/**
 * The value that Gemini accepts in place of a `thoughtSignature` that is lost
 * (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
export const NO_SIGNATURE = 'skip_thought_signature_validator';
