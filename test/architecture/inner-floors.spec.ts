import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { ROOMS, type Room } from './rooms';
import { ROOT, sourceFiles, type SourceFile } from './source-files';

/** One import of a room's file from another file of the same room; both relative to the root. */
interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** What a file imports by name, static and dynamic, of types too. */
function specifiersIn({ path, text }: SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier && ts.isStringLiteralLike(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return found;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isCall ? node.arguments[0] : undefined;
}

function isTest(path: string, { testSupport }: Room): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || testSupport.some(folder => path.split('/').includes(folder));
}

function filesOf(room: Room): readonly SourceFile[] {
  return sourceFiles(room.root).map(({ path, text }) => ({ path: posix.relative(room.root, path), text }));
}

/** The imports between files of a room; those of tests are left out. */
function arrowsIn(room: Room): readonly Arrow[] {
  const files = filesOf(room);
  const known = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path }) => !isTest(path, room))
    .flatMap(file =>
      specifiersIn(file)
        .filter(specifier => specifier.startsWith('.'))
        .flatMap(specifier => {
          const base = posix.join(posix.dirname(file.path), specifier);
          const to = [base, `${base}.ts`, `${base}.tsx`, posix.join(base, 'index.ts')].find(path => known.has(path));
          return to === undefined ? [] : [{ from: file.path, to }];
        }),
    );
}

function floorOf(path: string, { floors }: Room): number {
  return floors.findIndex(entries => entries.some(entry => path === entry || path.startsWith(`${entry}/`)));
}

function partOf(path: string, { floors }: Room): string {
  return floors.flat().find(entry => path === entry || path.startsWith(`${entry}/`)) ?? path;
}

function pointsTheWrongWay({ from, to }: Arrow, room: Room): boolean {
  if (isTest(to, room)) return true;
  return partOf(from, room) !== partOf(to, room) && floorOf(to, room) <= floorOf(from, room);
}

function joinsSiblings({ from, to }: Arrow, room: Room): boolean {
  if (partOf(from, room) !== partOf(to, room)) return false;
  return room.apart.some(folder => {
    const [left, right] = [from, to].map(
      path => path.startsWith(`${folder}/`) && path.split('/')[folder.split('/').length],
    );
    return left !== right && left !== false && right !== false;
  });
}

function nameOf({ from, to }: Arrow): string {
  return `${from} -> ${to}`;
}

/** One circle of files that import each other, in the order of their imports; null when there is none. */
function circleIn(arrows: readonly Arrow[]): readonly string[] | null {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arrows) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const way: string[] = [];
  const walk = (file: string): readonly string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    way.push(file);
    for (const to of targets.get(file) ?? []) {
      const circle = walk(to);
      if (circle) return circle;
    }
    way.pop();
    done.add(file);
    return null;
  };
  for (const file of targets.keys()) {
    const circle = walk(file);
    if (circle) return circle;
  }
  return null;
}

describe.each(ROOMS)('the floors inside $root', room => {
  const arrows = arrowsIn(room);

  it('have a place for every file', () => {
    const homeless = filesOf(room).filter(({ path }) => !isTest(path, room) && floorOf(path, room) === -1);
    expect(homeless.map(({ path }) => path)).toEqual([]);
  });

  it('are imported from above only', () => {
    expect(arrows.length).toBeGreaterThan(20);
    const broken = arrows.filter(arrow => pointsTheWrongWay(arrow, room)).map(nameOf);
    expect(broken.sort()).toEqual([...room.exceptions].sort());
  });

  it('keep apart what does not know each other', () => {
    expect(arrows.filter(arrow => joinsSiblings(arrow, room)).map(nameOf)).toEqual([]);
  });

  it('hold no circle of files', () => {
    expect(circleIn(arrows)).toBeNull();
  });
});

const SOURCES = ['apps', 'libs'].flatMap(folder =>
  readdirSync(join(ROOT, folder)).map(name => ({ root: `${folder}/${name}/src` })),
);

describe.each(SOURCES)('the files of $root', ({ root }) => {
  it('do not import each other in a circle', () => {
    expect(circleIn(arrowsIn({ root, floors: [], apart: [], testSupport: ['testing'], exceptions: [] }))).toBeNull();
  });
});
