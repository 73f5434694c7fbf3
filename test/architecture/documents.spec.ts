import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { lexer, walkTokens, type Token, type Tokens } from 'marked';
import { ROOT } from './source-files';

const CELL_LENGTH_MAX = 120;
/** Written by a test run out of facts; its cells are as long as their lists. */
const GENERATED: ReadonlySet<string> = new Set(['docs/compatibility.md']);
const CONFIGURATION = 'docs/configuration.md';

/** A document of ours, with its path from the root in forward slashes. */
interface Document {
  readonly path: string;
  readonly text: string;
  readonly tokens: readonly Token[];
}

function read(path: string): Document {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const tokens: Token[] = [];
  void walkTokens(lexer(text), token => void tokens.push(token)); // nothing in it waits
  return { path, text, tokens };
}

function below(directory: string): readonly string[] {
  if (!existsSync(join(ROOT, directory))) return [];
  return readdirSync(join(ROOT, directory), { recursive: true })
    .map(name => join(directory, String(name)).split(sep).join('/'))
    .filter(path => path.endsWith('.md'))
    .sort();
}

const documents: readonly Document[] = ['README.md', ...below('docs'), ...below('.github')].map(read);

function ofType<Kind extends Tokens.Generic>({ tokens }: Document, type: Kind['type']): readonly Kind[] {
  return tokens.filter((token): token is Kind => token.type === type);
}

/** The anchors of the headings, as GitHub writes them: a heading that comes again gets a number. */
function anchorsOf(document: Document): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const { text } of ofType<Tokens.Heading>(document, 'heading')) {
    const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    let number = 0;
    while (anchors.has(number === 0 ? anchor : `${anchor}-${number}`)) number += 1;
    anchors.add(number === 0 ? anchor : `${anchor}-${number}`);
  }
  return anchors;
}

/** What is wrong with a link; null when it leads where it says, and for addresses in the network. */
function faultOf({ path, ...document }: Document, href: string): string | null {
  if (/^(https?|mailto):/.test(href)) return null;
  const [file = '', anchor] = decodeURI(href).split('#', 2);
  const target =
    file === ''
      ? path
      : relative(ROOT, resolve(ROOT, dirname(path), file))
          .split(sep)
          .join('/');
  if (target.startsWith('..') || file.startsWith('/')) return `${path}: ${href} leaves the repository`;
  if (!existsSync(join(ROOT, target))) return `${path}: ${href} leads to no file`;
  if (anchor === undefined) return null;
  const anchors = anchorsOf(target === path ? { path, ...document } : read(target));
  return anchors.has(anchor) ? null : `${path}: ${href} leads to no heading`;
}

/** Every cell of every table, the header's too. */
function cellsOf(document: Document): readonly string[] {
  const tables = ofType<Tokens.Table>(document, 'table');
  return tables.flatMap(({ header, rows }) => [header, ...rows].flat().map(cell => cell.text));
}

/** Paths that climb above the root, and those into somebody's home or working directory. */
function pathsOutside({ path, text }: Document): readonly string[] {
  const climbing = [...text.matchAll(/(?<![\w./])(?:\.{1,2}\/)*\.\.(?:\/[\w.-]+)*/g)]
    .map(([found]) => found)
    .filter(found => relative(ROOT, resolve(ROOT, dirname(path), found)).startsWith('..'));
  const absolute = [...text.matchAll(/(?<![\w./:])\/(?:home|root|Users|work|workspace|mnt)\/[\w.-]+/g)];
  return [...climbing, ...absolute.map(([found]) => found)].map(found => `${path}: ${found}`);
}

/** Rows of the tables of variables: what stands in code in the first cell, and the second cell. */
function documentedVariables(document: Document): ReadonlyMap<string, string> {
  const rows = ofType<Tokens.Table>(document, 'table')
    .filter(({ header }) => header[0]?.text === 'Variable')
    .flatMap(table => table.rows);
  return new Map(rows.map(([name, standard]) => [name?.text.replaceAll('`', '') ?? '', standard?.text ?? '']));
}

describe('documents', () => {
  it('lead only to files and headings that exist', () => {
    const faults = documents.flatMap(document => {
      const links = [...ofType<Tokens.Link>(document, 'link'), ...ofType<Tokens.Image>(document, 'image')];
      return links.map(({ href }) => faultOf(document, href)).filter(fault => fault !== null);
    });
    expect(faults).toEqual([]);
  });

  it('have no table with a cell that is longer than 120 characters', () => {
    const long = documents
      .filter(({ path }) => !GENERATED.has(path))
      .flatMap(document => cellsOf(document).map(cell => ({ path: document.path, cell })))
      .filter(({ cell }) => cell.length > CELL_LENGTH_MAX)
      .map(({ path, cell }) => `${path}: ${cell.slice(0, 40)}… (${cell.length})`);
    expect(long).toEqual([]);
  });

  it('name no path that leaves the repository', () => {
    expect(documents.flatMap(pathsOutside)).toEqual([]);
  });
});

describe('the document on configuration', () => {
  const settings = (name: string) =>
    JSON.parse(readFileSync(join(ROOT, 'config', name), 'utf8')) as Readonly<Record<string, unknown>>;
  const settingOf = settings('env-map.json') as Readonly<Record<string, string>>;
  const defaults = settings('default.json');
  const documented = documentedVariables(read(CONFIGURATION));

  it('has a row for every variable that the server reads, and for no other', () => {
    expect([...documented.keys()].sort()).toEqual(Object.keys(settingOf).sort());
  });

  it('gives each variable the default that the server uses', () => {
    const wrong = Object.entries(settingOf)
      .map(([variable, setting]) => ({
        variable,
        value: String(defaults[setting]),
        received: documented.get(variable),
      }))
      // An empty default means that something else is taken, which the row says in words.
      .filter(({ value, received }) => value !== '' && received !== `\`${value}\``)
      .map(({ variable, value, received }) => `${variable}: ${received}, but the default is ${value}`);
    expect(wrong).toEqual([]);
  });
});
