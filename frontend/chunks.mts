import path from 'node:path';
import { type Rolldown } from 'vite';

/** The number of pages, and other parts loaded when they are opened, that share what comes in a chunk of its own. */
const SHARED_BY = 3;

const REDUX =
  /app.pieces.redux|node_modules[/\\](@reduxjs|immer|re(?:dux|select)|redux-thunk|react-redux|use-sync-external-store)[/\\]/;
const BLUEPRINT =
  /node_modules[/\\](@blueprintjs|@floating-ui|react-transition-group|classnames|dom-helpers|@babel|tslib)[/\\]/;
/** What most own files use. */
const BASE_PARTS = [
  'node_modules.*(i18next|html-parse-stringify|void-elements|dayjs)',
  'frontend.src.(api|i18n)',
  'frontend.src.base.(session.(session-slice|user-api|use-role)|site.(site-api|use-status)|store-hooks)',
  'frontend.src.shared.(browser|copy|dialog.notices)',
  'frontend.src.shared.(display.(MenuItem|Popover|LateTarget|late-menus|use-late-menus)|form.PasswordInput|format.time|hotkeys)',
];
const BASE = new RegExp(String.raw`(${BASE_PARTS.join('|')})[/\\.]`);
/** What shows the text of an operator in place of a page. */
const CONTENT = /frontend.src.shared.foreign.(ForeignFrame|PageContent)/;
/** What keys, teams, plans and prices share. */
const SPENDING = /frontend.src.base.(budget|plan|price-effect|statement)\b/;
/** What cleans the HTML of operators, such as the footer of every page. */
const CLEANER = /node_modules[/\\]dompurify[/\\]|shared.foreign.safe-html/;
/** What settings and channels share, with the tables of the contracts that they alone need. */
const OPERATOR =
  /libs.contracts.src.(option|channel|header-override|param-override|price-rules|supplier-cost|joining|storage)|frontend.src.features.(channel|setting)\b/;
const GUEST_PAGES = ['home/HomePage', 'auth/LoginPage', 'auth/RegisterPage'].map(page => `features/${page}.tsx`);

type Graph = Rolldown.ChunkingContext;

/** The modules that some files of the console need, by following their static imports. */
function needed(root: string, files: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(files.map(file => path.join(root, 'src', file)));
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/** A chunk with what some files need, or any does, apart from what the console starts with. */
function apart(root: string, debugName: string, files: readonly string[] | null = null) {
  let first: ReadonlySet<string> | null = null;
  let own: ReadonlySet<string> | null = null;
  const name = (id: string, graph: Graph) => {
    first ??= needed(root, ['app/start.tsx'], graph);
    own ??= files && needed(root, files, graph);
    return first.has(id) || own?.has(id) === false ? null : debugName;
  };
  return { debugName, name, includeDependenciesRecursively: false };
}

/**
 * Which modules come together. What is shared comes in a few chunks, since eighty small ones, one icon each, cost slow
 * lines more than their bytes; and a first page loads none that only later pages need.
 *
 * @param root the folder of the console
 */
export function chunks(root: string): Rolldown.CodeSplittingGroup[] {
  return [
    // What the entry itself needs, apart from the pieces that it runs one after another.
    { name: 'loader', test: /rolldown.runtime|vite.preload-helper|api.early-calls|browser.breath/, priority: 3 },
    { name: 'react', test: /node_modules[/\\](react|react-dom|scheduler)[/\\]/, priority: 2 },
    { name: 'redux', test: REDUX, priority: 1 },
    { name: 'router', test: /app.pieces.router|node_modules[/\\]react-router/, priority: 1 },
    { name: 'blueprint', test: BLUEPRINT, minShareCount: SHARED_BY, priority: 1 },
    { name: 'cleaner', test: CLEANER, priority: 1 },
    { name: 'operator', test: OPERATOR, minShareCount: SHARED_BY, includeDependenciesRecursively: false, priority: 1 },
    { name: 'content', test: CONTENT, priority: 1, includeDependenciesRecursively: false },
    { name: 'spending', test: SPENDING, minShareCount: SHARED_BY, includeDependenciesRecursively: false },
    { name: 'contracts', test: /libs.contracts/, minShareCount: SHARED_BY },
    { name: 'base', test: BASE, minShareCount: SHARED_BY, includeDependenciesRecursively: false },
    { ...apart(root, 'guests', GUEST_PAGES), minShareCount: 2 },
    { ...apart(root, 'pages'), minShareCount: SHARED_BY },
  ];
}
