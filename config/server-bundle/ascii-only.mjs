/**
 * Writes every other character of the server's files as an escape. V8 keeps a text of ASCII characters in one byte each,
 * and any other in two: one arrow in a message would double the memory of a file of megabytes.
 *
 * @returns {import('vite').Plugin}
 */
export function asciiOnly() {
  const escape = character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'ascii-only',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escape);
      }
    },
  };
}
