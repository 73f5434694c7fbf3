import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin } from 'vite';

const IMPORT = /import \{([^}]*)\} from '@contracts';/g;
const EXPORT = /^export (?:const|function|class) (\w+)/gm;

/**
 * Makes the console import each name of the contracts from the file that holds it. Through the index, which leads to all of
 * them, every page would depend on the tables of every other.
 *
 * @param folder of the contracts
 */
export function contractImports(folder: string): Plugin {
  const homes = homesIn(folder);
  const importOf = (name: string): string => {
    const home = homes.get(name.split(' ')[0] ?? '');
    if (home === undefined) throw new Error(`contract-imports: no file of the contracts exports ${name}`);
    return `import { ${name} } from '${home}';`;
  };
  return {
    name: 'contract-imports',
    apply: 'build',
    enforce: 'pre',
    transform(code) {
      if (!code.includes("'@contracts'")) return null;
      return { code: code.replace(IMPORT, (_, names: string) => valuesIn(names).map(importOf).join(' ')), map: null };
    },
  };
}

/** The file of each value that the contracts export. */
function homesIn(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter(name => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  return new Map(
    files.flatMap(name => {
      const file = path.join(folder, name);
      return [...readFileSync(file, 'utf8').matchAll(EXPORT)].map(([, value = '']) => [value, file] as const);
    }),
  );
}

/** The imported names that are no types; what is a type leaves nothing in the build. */
function valuesIn(names: string): readonly string[] {
  const trimmed = names.split(',').map(name => name.trim());
  return trimmed.filter(name => name !== '' && !name.startsWith('type '));
}
