/** The limit of a path in RFC 5321 in octets, without its angle brackets. */
const ADDRESS_MAX = 254;

/**
 * Finds out whether a text can stand as one bare address in a header and in the envelope. Quoted local parts, which are
 * not used in practice, are refused together with everything else that could begin a second address or a second line.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= ADDRESS_MAX && /^[^\s\p{Cc}\p{Cs}<>()[\]"',:;\\@]+@[^\s\p{Cc}\p{Cs}<>()"',:;\\@]+$/u.test(text);
}
