import ts from 'typescript';
import { attacksOn, textOf, type Attack } from '../support/inputs/hostile-texts';
import { processorMs } from '../support/processor-time';
import { sourceFiles, type SourceFile } from './source-files';

interface Expression {
  readonly where: string;
  readonly literal: string;
  readonly expression: RegExp;
}

/** Every expression that is written in the server's sources. */
function expressions(): readonly Expression[] {
  const files = ['apps/server/src', 'libs'].flatMap(sourceFiles).filter(file => !/\.spec\.ts$/.test(file.path));
  return files.flatMap(expressionsIn);
}

function expressionsIn({ path, text }: SourceFile): readonly Expression[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      const end = node.text.lastIndexOf('/');
      const expression = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
      found.push({ where: `${path}:${line + 1}`, literal: node.text, expression });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Node reads as much into the headers of one request; bodies are longer still. */
const LENGTH = 4_000;
/** A linear search of that length takes some hundredths of this; only what is slower is looked at closely. */
const SUSPICIOUS_MS = 0.3;

/** The processor time of the shortest of several runs: what else this process does can only add to a run. */
function shortestMs(expression: RegExp, text: string, runs: number): number {
  let shortest = Infinity;
  for (let run = 0; run < runs; run++) {
    const startedMs = processorMs();
    if (expression.global) text.replace(expression, '');
    else expression.test(text);
    shortest = Math.min(shortest, processorMs() - startedMs);
  }
  return shortest;
}

/** Fourfold the text costs a linear search fourfold and a quadratic one sixteenfold. */
function growsTooFast(expression: RegExp, attack: Attack): boolean {
  const short = textOf(attack, LENGTH);
  if (shortestMs(expression, short, 3) < SUSPICIOUS_MS) return false;
  const long = textOf(attack, 4 * LENGTH);
  // Other threads of this process may spoil one look at it, hardly each of several.
  return [1, 2, 3, 4].every(() => shortestMs(expression, long, 3) / shortestMs(expression, short, 5) > 8);
}

function shown(attack: Attack): string {
  return JSON.stringify(attack);
}

describe('regular expressions', () => {
  it('cost no more than in proportion to a hostile text', () => {
    const slow = expressions().flatMap(({ where, literal, expression }) => {
      const attack = attacksOn(expression).find(candidate => growsTooFast(expression, candidate));
      return attack ? [`${where} ${literal} ${shown(attack)}`] : [];
    });
    expect(slow).toEqual([]);
  }, 120_000);

  it.each([/\/models\/[^?]*(:|%3a)\w+$/i, /^\/(claude\/)?(v1\/)*(v1\/)*messages$/, /\/+$/, /<[a-z!/][^>]*>/i, /\s+,/])(
    'are seen through when they are quadratic: %s',
    expression => {
      expect(attacksOn(expression).some(attack => growsTooFast(expression, attack))).toBe(true);
    },
  );

  it.each([/^[a-z]+:\/\/[^/]+$/i, /[\r\n]+/g, /^(\d{1,15})\.([0-9a-f]+)$/])(
    'are left alone when they are linear: %s',
    expression => {
      expect(attacksOn(expression).some(attack => growsTooFast(expression, attack))).toBe(false);
    },
  );
});
