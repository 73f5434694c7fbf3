import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
}

interface InstallScripts {
  readonly run: Readonly<Record<string, string>>;
  readonly leave: Readonly<Record<string, string>>;
}

const { run, leave } = JSON.parse(read('config/install-scripts.json')) as InstallScripts;

/** Names of the packages that bring a script which npm would run when they are installed. */
function withInstallScript(): readonly string[] {
  const { packages } = JSON.parse(read('package-lock.json')) as LockFile;
  const paths = Object.keys(packages).filter(path => packages[path]?.hasInstallScript);
  return [...new Set(paths.map(path => path.split('node_modules/').at(-1) ?? path))].sort();
}

describe('scripts of installed packages', () => {
  it('are each known: either needed, or known not to be', () => {
    expect([...Object.keys(run), ...Object.keys(leave)].sort()).toEqual(withInstallScript());
  });

  it('never run by themselves', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  });

  it('run by name wherever dependencies are installed: no other place installs them', () => {
    const places = ['Dockerfile', '.ci/run', 'config/scripts/prepare.mjs', 'config/scripts/start.mjs', 'package.json'];
    const direct = places.filter(place => /\bnpm['", ]+(ci|install|i|rebuild)\b/.test(read(place)));
    expect(direct).toEqual([]);
    expect(read('Dockerfile')).toContain('config/scripts/install.mjs');
  });
});
