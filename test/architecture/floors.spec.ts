import { importsOf, sourceFiles, type SourceFile } from './source-files';

/**
 * Which lib stands on which floor. A lib imports only from lower floors, through the alias of the other lib; neighbours do
 * not know each other. Tests may also use what a lower lib offers to tests, as `@lib/testing`.
 */
const FLOORS: Readonly<Record<string, number>> = {
  contracts: 0,
  kernel: 1,
  formats: 2,
  platform: 2,
  providers: 3,
  option: 3,
  billing: 3,
  log: 3,
  user: 4,
  channel: 4,
  archive: 4,
  alert: 5,
  budget: 5,
  inspector: 4,
  retention: 4,
  import: 5,
  pricing: 5,
  team: 6,
  token: 7,
  cost: 7,
  plan: 7,
  joining: 7,
  auth: 8,
  overview: 8,
  payment: 8,
  redemption: 8,
  relay: 8,
  task: 9,
  midjourney: 10,
};

/** Drawings are tasks too, so they stand above the engine that advances all tasks; nothing is an exception. */
const EXCEPTIONS: Readonly<Record<string, string>> = {};

function libOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function problemsOf(file: SourceFile): readonly string[] {
  const lib = libOf(file.path);
  return importsOf(file).flatMap(target => {
    if (EXCEPTIONS[`${file.path} -> ${target}`]) return [];
    if (target.startsWith('@') && (target.slice(1).split('/')[0] as string) in FLOORS)
      return aliasProblems(file, lib, target);
    const climbsOut = target.startsWith('../') && resolvesOutside(file.path, target);
    return climbsOut ? [`${file.path} reaches into another lib by "${target}"; import its alias instead`] : [];
  });
}

function aliasProblems(file: SourceFile, lib: string, target: string): readonly string[] {
  const [other = '', ...deeper] = target.slice(1).split('/');
  const isTest = /\.spec\.ts$|\/testing\//.test(file.path);
  if (deeper.length > 0 && !(isTest && deeper.join('/') === 'testing'))
    return [`${file.path} imports "${target}"; only "@${other}" itself is public`];
  if (other === lib) return [`${file.path} imports its own lib by alias; use a relative path`];
  const own = FLOORS[lib] ?? 99;
  const lower = FLOORS[other] ?? 99;
  return lower < own
    ? []
    : [
        `${file.path}: ${lib} (floor ${own}) imports ${other} (floor ${lower}); move the code down, or publish an event upwards`,
      ];
}

function resolvesOutside(path: string, target: string): boolean {
  const parts = path.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts[0] !== 'libs' || parts[1] !== libOf(path);
}

describe('floors', () => {
  it('knows every lib', () => {
    const libs = new Set(sourceFiles('libs').map(file => libOf(file.path)));
    expect([...libs].filter(lib => !(lib in FLOORS))).toEqual([]);
  });

  it('lets a lib import only from lower floors and only through the public face', () => {
    expect(sourceFiles('libs').flatMap(problemsOf)).toEqual([]);
  });

  it('keeps the frontend away from everything but the contracts', () => {
    const aliases = sourceFiles('frontend').flatMap(file =>
      importsOf(file)
        .filter(
          target =>
            (target.startsWith('@') && (target.slice(1).split('/')[0] as string) in FLOORS) ||
            target.includes('/libs/'),
        )
        .filter(target => target !== '@contracts' && !file.path.endsWith('vite.config.mts'))
        .map(target => `${file.path} imports ${target}`),
    );
    expect(aliases).toEqual([]);
  });

  it('keeps the pure libs free of the framework, sockets and the database', () => {
    const forbidden = /^(@nestjs\/|typeorm$|undici$|fastify$|node:(http|https|net|tls|dgram)$)/;
    const offenders = ['libs/contracts', 'libs/kernel', 'libs/formats', 'libs/providers'].flatMap(directory =>
      sourceFiles(directory)
        .filter(file => !file.path.endsWith('.spec.ts') && !file.path.includes('/testing/'))
        .flatMap(file =>
          importsOf(file)
            .filter(target => forbidden.test(target))
            .map(target => `${file.path}: ${target}`),
        ),
    );
    expect(offenders).toEqual([]);
  });
});
