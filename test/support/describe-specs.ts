import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const TEST = join(__dirname, '..');

/**
 * Suites that a run on a further database leaves out: those that choose their databases themselves, that start their
 * own servers, or whose subject (bytes, sockets, pages) does not involve a database.
 */
const INDEPENDENT_OF_DATABASE =
  /(-databases|-nodes|^nodes|^database-away|^start(-modules)?|^canary|^route-role|^site|^mail|^content|^turnstile|^oauth-(github-faults|linuxdo|wechat|oidc)|^top-up-kill|^task-kill|^recorded(-formats)?|^official-client|^clients-\w+|^cli-clients|^endings|^tolerance|^words-filter|^attack-forms|^own-protocols|^hostile-bodies|^media-hostile|^midjourney-images|^images|client-faults)\.spec\.ts$/;

/** Spec files of the API and the relay that a run on a further database repeats. */
const dependent: readonly string[] = ['api', 'relay'].flatMap(folder =>
  readdirSync(join(TEST, folder))
    .filter(name => name.endsWith('.spec.ts') && !INDEPENDENT_OF_DATABASE.test(name))
    .map(name => join(folder, name)),
);

/**
 * Repeats one of several parts of the API and relay suites, with a block for each spec file. The server's modules are
 * evaluated once for the part. Jest would evaluate them again for each file, which takes longer than the tests.
 *
 * @param part 1 for the first
 */
export function describePart(part: number, parts: number): void {
  const specs = dependent.filter((_spec, index) => index % parts === part - 1);
  for (const spec of specs) describe(spec, () => void jest.requireActual(join(TEST, spec)));
}
