import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** Characters that stand for all others: the ones that expressions for outside texts treat differently. */
const ALPHABET = ' \t\n\rabdeghmosvxzAEZ0179/\\.,:;-_+=*?!@#%&<>"\'()[]{}|~^$`‹é木\u0001'.split('');

/** A text built to make a backtracking matcher try everything: a beginning, a part to repeat, and an end that fails. */
export interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

const SUFFIXES = ['', '\u0001', '\n\u0001x'];

/**
 * Attacks on one expression: each part that it repeats is repeated, from the beginning and from the middle of a text,
 * with an end that does not match. Characters that all its parts treat alike are tried once.
 */
export function attacksOn({ source, flags }: RegExp): readonly Attack[] {
  const unicode = flags.includes('u');
  const pattern = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, undefined, undefined, { unicode });
  const found: Found = { prefixes: new Set(['']), pumps: new Set(), sets: [] };
  collect(pattern.alternatives, '', found);
  for (const character of representatives(found.sets, flags)) found.pumps.add(character);
  for (const alternative of pattern.alternatives) found.pumps.add(sampleOf(alternative));
  const attacks: Attack[] = [];
  for (const prefix of found.prefixes) {
    for (const pump of found.pumps) {
      if (pump !== '') for (const suffix of SUFFIXES) attacks.push({ prefix, pump, suffix });
    }
  }
  return attacks;
}

/** Builds the text of an attack. @returns a text of about `length` characters */
export function textOf({ prefix, pump, suffix }: Attack, length: number): string {
  return prefix + pump.repeat(Math.max(1, Math.floor(length / pump.length))) + suffix;
}

interface Found {
  /** Texts that may stand before a repeated part. */
  readonly prefixes: Set<string>;
  readonly pumps: Set<string>;
  /** Sources of the single-character parts. */
  readonly sets: string[];
}

/** Walks an expression in the order of the text that it matches. */
function collect(alternatives: readonly AST.Alternative[], before: string, found: Found): void {
  for (const { elements } of alternatives) {
    let prefix = before;
    for (const element of elements) {
      collectIn(element, prefix, found);
      prefix += sampleOf(element);
    }
  }
}

function collectIn(element: AST.Element, prefix: string, found: Found): void {
  switch (element.type) {
    case 'Quantifier': {
      const once = sampleOf(element.element);
      if (element.max > 9) {
        found.prefixes.add(prefix);
        found.pumps.add(once).add(prefix + once);
      }
      return collectIn(element.element, prefix, found);
    }
    case 'Group':
    case 'CapturingGroup':
      return collect(element.alternatives, prefix, found);
    case 'Assertion':
      if (element.kind === 'lookahead' || element.kind === 'lookbehind') collect(element.alternatives, prefix, found);
      return;
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet':
      found.sets.push(element.raw);
  }
}

function representatives(sets: readonly string[], flags: string): readonly string[] {
  const tests = [...new Set(sets)].map(raw => new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, '')));
  const bySignature = new Map<string, string>();
  for (const character of ALPHABET) {
    const signature = tests.map(test => (test.test(character) ? '1' : '0')).join('');
    if (signature.includes('1') && !bySignature.has(signature)) bySignature.set(signature, character);
  }
  return [...bySignature.values()];
}

/** A short text that matches, as far as this is known without solving assertions. */
function sampleOf(node: AST.Alternative | AST.Element): string {
  switch (node.type) {
    case 'Alternative':
      return node.elements.map(sampleOf).join('');
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives[0] ? sampleOf(node.alternatives[0]) : '';
    case 'Quantifier':
      return sampleOf(node.element).repeat(Math.max(node.max === 0 ? 0 : 1, Math.min(node.min, 40)));
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterClass':
    case 'CharacterSet': {
      const test = new RegExp(`^(?:${node.raw})$`, node.raw.includes('\\p') ? 'u' : '');
      return ALPHABET.find(character => character.trim() !== '' && test.test(character)) ?? ' ';
    }
    default:
      return '';
  }
}
