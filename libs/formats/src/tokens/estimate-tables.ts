import { type EncodingName } from './encoding';

/** Costs are whole hundredths of a token. */
export const UNITS_PER_TOKEN = 100;

export const ASCII_END = 0x80;

type Kind = 'space' | 'newline' | 'lower' | 'upper' | 'digit' | 'sign';

/** A longer run continues with the cost of its last character. */
const RUN_MAX = 9;

/**
 * The cost of the nth character of a run. A byte-pair vocabulary has words with their space before them, digits in
 * threes, common pairs of signs, and whole indentations; the numbers were fitted to prose, code and JSON.
 */
function costInRun(kind: Kind, run: number): number {
  switch (kind) {
    case 'space':
      return run === 2 ? 70 : 0;
    case 'newline':
      return run === 1 ? 80 : 0;
    case 'lower':
      return run === 1 ? 100 : run === RUN_MAX ? 17 : 0;
    case 'upper':
      return run === 1 ? 100 : 40;
    case 'digit':
      return run % 3 === 1 ? 100 : 0;
    case 'sign':
      return run === 1 ? 90 : 30;
  }
}

const KINDS: readonly Kind[] = ['space', 'newline', 'lower', 'upper', 'digit', 'sign'];

/** The number of a state: a kind and the length of its run so far, 1 to RUN_MAX. */
function stateOf(kind: Kind, run: number): number {
  return KINDS.indexOf(kind) * RUN_MAX + run - 1;
}

export const START_STATE = stateOf('space', 1);

/** After a letter of another script, a Latin letter begins a word of its own. */
export const STATE_AFTER_SCRIPT = stateOf('sign', 1);

const { costs, nextStates } = buildTables();

/** The cost of a character, by state and ASCII code. */
export const COSTS: Uint8Array = costs;

/** The state after a character, by state and ASCII code. */
export const NEXT_STATES: Uint8Array = nextStates;

function buildTables(): { readonly costs: Uint8Array; readonly nextStates: Uint8Array } {
  const size = KINDS.length * RUN_MAX * ASCII_END;
  const tables = { costs: new Uint8Array(size), nextStates: new Uint8Array(size) };
  for (const before of KINDS) {
    for (let run = 1; run <= RUN_MAX; run += 1) {
      for (let code = 0; code < ASCII_END; code += 1) {
        const kind = kindOf(code);
        const length = runAfter(before, run, kind);
        const place = stateOf(before, run) * ASCII_END + code;
        tables.costs[place] = costInRun(kind, length);
        tables.nextStates[place] = stateOf(kind, length);
      }
    }
  }
  return tables;
}

/** A capital and the small letters after it are one word; every other change of kind begins a new run. */
function runAfter(before: Kind, run: number, kind: Kind): number {
  const isSame = kind === before || (kind === 'lower' && before === 'upper');
  if (!isSame) return 1;
  // Digits count in threes without end, so their run starts over instead of staying at its limit.
  if (kind === 'digit') return (run % 3) + 1;
  return Math.min(run + 1, RUN_MAX);
}

function kindOf(code: number): Kind {
  const character = String.fromCharCode(code);
  if (character === '\n' || character === '\r') return 'newline';
  if (code <= 0x20) return 'space';
  if (/[a-z]/.test(character)) return 'lower';
  if (/[A-Z]/.test(character)) return 'upper';
  return /\d/.test(character) ? 'digit' : 'sign';
}

/** Hundredths of a token per UTF-16 unit of a script, measured on everyday prose with both vocabularies. */
interface ScriptCost {
  /** The first unit after the range; a multiple of sixteen. */
  readonly end: number;
  readonly o200k_base: number;
  readonly cl100k_base: number;
}

const SCRIPTS: readonly ScriptCost[] = [
  { end: 0x0370, o200k_base: 50, cl100k_base: 90 }, // Latin letters with marks
  { end: 0x0400, o200k_base: 38, cl100k_base: 100 }, // Greek
  { end: 0x0530, o200k_base: 26, cl100k_base: 53 }, // Cyrillic
  { end: 0x0600, o200k_base: 42, cl100k_base: 110 }, // Armenian, Hebrew
  { end: 0x0780, o200k_base: 36, cl100k_base: 78 }, // Arabic
  { end: 0x1100, o200k_base: 42, cl100k_base: 110 }, // Indic scripts, Thai
  { end: 0x2000, o200k_base: 60, cl100k_base: 120 },
  { end: 0x3040, o200k_base: 90, cl100k_base: 100 }, // symbols and punctuation
  { end: 0x3100, o200k_base: 72, cl100k_base: 105 }, // kana
  { end: 0xac00, o200k_base: 70, cl100k_base: 117 }, // Han
  { end: 0xd800, o200k_base: 72, cl100k_base: 128 }, // Hangul
  { end: 0xe000, o200k_base: 80, cl100k_base: 110 }, // halves of surrogate pairs: emoji, rare characters
  { end: 0x10000, o200k_base: 85, cl100k_base: 105 },
];

/** The cost of a unit outside ASCII, indexed by a sixteenth of its number. */
export const SCRIPT_COSTS: Readonly<Record<EncodingName, Uint8Array>> = {
  o200k_base: scriptCosts('o200k_base'),
  cl100k_base: scriptCosts('cl100k_base'),
};

function scriptCosts(encoding: EncodingName): Uint8Array {
  const table = new Uint8Array(0x1000);
  let from = 0;
  for (const script of SCRIPTS) {
    table.fill(script[encoding], from, script.end >> 4);
    from = script.end >> 4;
  }
  return table;
}
