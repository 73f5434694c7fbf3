/** Runs of base64 below this are ids and hashes, which help to understand a call. */
const RUN_LENGTH_MIN = 1024;
/** The longest beginning of an address that holds its data. */
const HEAD_LENGTH_MAX = 200;
const HEAD = /data:([\w.+/-]{1,100})(?:;[\w.=-]{1,40}){0,4};base64,$/;
const SHORT_RUN = /data:([\w.+/-]{1,100});base64,[\w+/=-]{64,1024}/g;
const BASE64: readonly boolean[] = Array.from({ length: 128 }, (_, code) => /[\w+/=-]/.test(String.fromCharCode(code)));
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const LETTER_N = 0x6e;

/**
 * Replaces media in base64 by a note of its length: it says nothing to a reader, and fills the store. Runs are searched
 * by hand, because they are megabytes long, and an expression would remember each step.
 */
export function leaveOutMedia(text: string): string {
  let result = '';
  let keptTo = 0;
  for (let at = 0; at < text.length; at++) {
    const start = at;
    while (at < text.length) {
      const step = stepIn(text, at);
      if (step === 0) break;
      at += step;
    }
    if (at - start < RUN_LENGTH_MIN) continue;
    const head = HEAD.exec(text.slice(Math.max(keptTo, start - HEAD_LENGTH_MAX), start));
    result += text.slice(keptTo, start - (head?.[0].length ?? 0)) + noteOf(head?.[1] ?? 'base64', at - start);
    keptTo = at;
  }
  return (result + text.slice(keptTo)).replace(SHORT_RUN, (all, type: string) => noteOf(type, all.length));
}

function noteOf(type: string, length: number): string {
  return `[left out: ${type}, ${length} characters]`;
}

/** Characters of base64 that stand at a place: none, one, or two for a slash or the end of a line written by JSON. */
function stepIn(text: string, at: number): 0 | 1 | 2 {
  const code = text.charCodeAt(at);
  if (code === BACKSLASH) {
    const next = text.charCodeAt(at + 1);
    return next === SLASH || next === LETTER_N ? 2 : 0;
  }
  return code < BASE64.length && BASE64[code] ? 1 : 0;
}
