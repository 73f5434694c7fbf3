import { appendFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dealFiles } from '../../file-seconds';
import { namedDialect } from './databases';

const TEST = join(__dirname, '../..');

/** Files that choose their databases themselves. */
const CHOOSING_DATABASES: readonly RegExp[] = [
  /^api\/(user|channel)-databases\./,
  /-nodes\.|^relay\/nodes\./,
  /^api\/(query-numbers|log-months|log-copy|log-plans)\./,
  /^relay\/database-(away|frozen)\./,
];

/**
 * Files for which the database cannot matter: they are about bytes, formats, sockets, pages, other servers, the choice of
 * a channel, who may call, or bodies that are refused before anything is written. They store no more than the ordinary
 * charge of a call or a task; other files, such as `relay/load` and `api/task-engine`, test these charges on every
 * database. A file about money, limits, the log, lists, races, options, accounts, states of tasks or migrations is not
 * left out; a file of both kinds is divided.
 */
const INDEPENDENT_OF_DATABASE: readonly RegExp[] = [
  /^api\/(alert-receivers|canary|route-role|site|mail|content|turnstile|proxies|large-bodies|openapi|deploy-files|helm-chart|pricing)\./,
  /^api\/oauth-(github-faults|linuxdo|wechat|oidc)\./,
  /^api\/(attacks|attack-forms|attack-fields|media-hostile|option-limits|option-registry|top-up-forged)\./,
  /^api\/(balances|channel-preview|channel-probe|channel-sweep|login-limits|model-lists|model-list-forms)\./,
  /^api\/(midjourney-submit|midjourney-images|midjourney-forks)\./,
  /^api\/(song-tasks|video-chat-providers|video-tasks)\./,
  /^relay\/(recorded|recorded-formats|official-client|clients-[\w-]+|cli-clients|client-faults|azure-paths)\./,
  /^relay\/(endings|ended-by-quota|endpoints|tolerance|words-filter|own-protocols|hostile-bodies|images)\./,
  /^relay\/(long-events|oversize|mislabelled|foreign-errors|tool-indexes|begun-twice|empty-answers|faults)\./,
  /^relay\/(chat-stream|collected-streams|counted-usage|link-local|refusals|stored-responses|unable|unsendable)\./,
  /^relay\/(default-retries|default-retries-protocols|retry|retry-rules|healing|begin-limits|prompt-caches)\./,
  /^relay\/(routing-session|strategies|model-names|prepared-calls|direct-calls|disconnect|playground)\./,
  /^relay\/(channel-places|channel-proxy|channel-shape|access-report|metrics|realtime|realtime-rights|tracing)\./,
];

const LEFT_OUT = [...CHOOSING_DATABASES, ...INDEPENDENT_OF_DATABASE];

/** Whether the command named a file; it names all when SLUICE_TEST_PATHS, which has a pattern a line, is not set. */
function isAsked(spec: string): boolean {
  const patterns = process.env.SLUICE_TEST_PATHS?.split('\n');
  return patterns?.some(pattern => new RegExp(pattern, 'i').test(join(TEST, spec))) ?? true;
}

/** Whether the run repeats on a further database what ran on SQLite. */
function isFurther(): boolean {
  return (namedDialect() ?? 'sqlite') !== 'sqlite';
}

/** It starts a hundred processes, longer than a part takes, and loads little itself: it runs beside the parts. */
const BY_ITSELF = /^billing\/crash\./;

/**
 * Spec files that load the modules of the server, as paths below `test`: on a further database those of the API and the
 * relay that it concerns. Those of `billing` choose their databases themselves.
 */
function specs(): readonly string[] {
  const folders = isFurther() ? ['api', 'relay'] : ['api', 'relay', 'billing'];
  return folders
    .flatMap(folder => readdirSync(join(TEST, folder)).map(name => join(folder, name)))
    .filter(spec => spec.endsWith('.spec.ts') && !BY_ITSELF.test(spec) && isAsked(spec))
    .filter(spec => !isFurther() || !LEFT_OUT.some(left => left.test(spec)));
}

/** How many of the parts run: a further database has fewer files. `test/jest.databases.js` names the same parts. */
function partsOfRun(): number {
  return isFurther() ? 4 : 6;
}

/** Notes how long the file took, for `config/scripts/file-seconds.mjs`. */
function noteSeconds(spec: string): void {
  const into = process.env.SLUICE_TEST_SECONDS;
  let startedAt = 0;
  beforeAll(() => {
    startedAt = performance.now();
  });
  afterAll(() => {
    if (into) appendFileSync(into, `${spec}\t${((performance.now() - startedAt) / 1000).toFixed(1)}\n`);
  });
}

/**
 * Runs one of several parts of the API, relay and billing suites, with a block for each spec file. The server's modules are
 * evaluated once for the part. Jest would evaluate them again for each file, which takes longer than most of the tests.
 *
 * @param part 1 for the first
 */
export function describePart(part: number): void {
  const dealt = dealFiles(
    specs().map(spec => join(TEST, spec)),
    partsOfRun(),
  );
  for (const path of dealt[part - 1] ?? []) {
    const spec = relative(join(TEST, '..'), path);
    describe(spec, () => {
      noteSeconds(spec);
      jest.requireActual(path);
    });
  }
}
