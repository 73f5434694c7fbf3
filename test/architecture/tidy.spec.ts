import ts from 'typescript';
import { sourceFiles, type SourceFile } from './source-files';

const LINES_MAX = 350;
const FUNCTION_LINES_MAX = 60;

/** Tables of facts are read by looking up, not from top to bottom. */
const TABLES = [
  /\/channel-models\.ts$/,
  /-rows\.ts$/,
  /0001-initial-tables\.ts$/,
  /\/options\.ts$/,
  /\/i18n\/\w+\.ts$/,
  /\/i18n\//,
];

function production(): readonly SourceFile[] {
  return ['apps', 'libs', 'frontend'].flatMap(sourceFiles).filter(file => !/\.(spec|test)\.tsx?$/.test(file.path));
}

/** The functions of a file that are longer than a reader can hold; of one inside another only the outer one. */
function longFunctionsIn({ path, text }: SourceFile): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const long: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && linesOf(node, source) > FUNCTION_LINES_MAX) {
      long.push(`${path} ${nameOf(node)}`);
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  return long;
}

function linesOf(node: ts.Node, source: ts.SourceFile): number {
  const [first, last] = [node.getStart(), node.end].map(at => source.getLineAndCharacterOfPosition(at).line);
  return (last ?? 0) - (first ?? 0) + 1;
}

/** Its own name, or the name of what it is kept in. */
function nameOf(node: ts.SignatureDeclaration): string {
  const named = node.name ?? (node.parent as Partial<ts.NamedDeclaration>).name;
  return named?.getText() ?? 'without a name';
}

describe('tidiness', () => {
  it('keeps every file short enough to be read in one sitting', () => {
    const long = production()
      .filter(file => !TABLES.some(table => table.test(file.path)))
      .map(file => ({ path: file.path, lines: file.text.split('\n').length }))
      .filter(({ lines }) => lines > LINES_MAX);
    expect(long).toEqual([]);
  });

  it('keeps every function short enough to be understood at once', () => {
    // What stands in a folder named testing describes tests.
    const long = production()
      .filter(file => !file.path.includes('/testing/'))
      .flatMap(longFunctionsIn);
    expect(long).toEqual([]);
  });

  it('names files in kebab-case, components in PascalCase', () => {
    const odd = production()
      .map(file => file.path.split('/').pop() ?? '')
      .filter(
        name => !/^(\d{4}-)?[a-z0-9]+([-.][a-z0-9]+)*\.tsx?$/.test(name) && !/^[A-Z][A-Za-z0-9]*\.tsx$/.test(name),
      );
    expect(odd).toEqual([]);
  });

  it('lets only the ledger write balances', () => {
    const writes =
      /(UPDATE|INSERT INTO|DELETE FROM)\s+(accounts|movements|reservations)\b|insertRows\([^)]*'(accounts|movements|reservations)'|(insert|update|delete|save|increment|decrement)\([^)]*AccountEntity/;
    const offenders = production()
      .filter(file => !file.path.startsWith('libs/billing/') && !file.path.includes('/migrations/'))
      .filter(file => writes.test(file.text))
      .map(file => file.path);
    expect(offenders).toEqual([]);
  });

  it('opens transactions in one place only', () => {
    const offenders = production()
      // Only the unit of work constructs a script, as its own way of entering SQLite once. An archive fills an empty
      // database that no server uses.
      .filter(file => !/platform\/src\/database\/(unit-of-work|sqlite-script)\.ts$/.test(file.path))
      .filter(file => file.path !== 'libs/archive/src/fill.ts')
      .filter(file => /\.transaction\(|startTransaction\(|BEGIN IMMEDIATE|new SqliteScript\(/.test(file.text))
      .map(file => file.path);
    expect(offenders).toEqual([]);
  });

  it('opens upstream sockets in one place only', () => {
    const offenders = ['apps/server', 'libs']
      .flatMap(sourceFiles)
      .filter(file => !/\.spec\.ts$/.test(file.path) && !file.path.includes('/transport/'))
      // The global function, not a method that bears its name.
      .filter(file => /from 'undici'|(?<![.\w]|async |private )fetch\(/.test(file.text))
      .map(file => file.path);
    expect(offenders).toEqual([]);
  });

  it('finds recorded answers in one place only, so that a run can leave them out', () => {
    const readers = ['apps', 'libs', 'test', 'frontend']
      .flatMap(sourceFiles)
      .filter(file => new RegExp('SLUICE_' + 'FIXTURES|shared/' + 'fixtures').test(file.text))
      .map(file => file.path);
    expect(readers).toEqual(['libs/formats/src/testing/recorded-files.ts']);
  });

  it('holds no unfinished work', () => {
    const marks = new RegExp(['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].map(word => `\\b${word}\\b`).join('|'));
    expect(
      production()
        .filter(file => marks.test(file.text))
        .map(file => file.path),
    ).toEqual([]);
  });
});
