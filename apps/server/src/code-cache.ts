import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';

/** Node compiles every CommonJS module with this method; its types leave it out. */
interface Compiling {
  exports: unknown;
  _compile(this: Compiling, content: string, filename: string, ...rest: readonly unknown[]): unknown;
}

type Wrapper = (
  exports: unknown,
  require: NodeJS.Require,
  module: unknown,
  filename: string,
  directory: string,
) => void;

/** Where the compiled code of a file is kept. */
function cacheOf(filename: string): string {
  return `${filename}.cache`;
}

/**
 * From now on the server's own files are run from the code that an earlier process compiled and the build has kept. It
 * belongs to one version of V8 with one set of flags; V8 refuses any other, and the file is compiled as ever.
 */
export function useCodeCache(): void {
  compileWith(filename => {
    const cache = cacheOf(filename);
    return existsSync(cache) ? { cachedData: readFileSync(cache) } : null;
  });
}

/**
 * From now on the files of one directory are watched while they are compiled. The function that it returns keeps the code of
 * all that has run until then.
 */
export function recordCodeCache(directory: string): () => void {
  const scripts = new Map<string, Script>();
  compileWith(
    filename => (dirname(filename) === directory ? {} : null),
    (filename, script) => scripts.set(filename, script),
  );
  return () => scripts.forEach((script, filename) => writeFileSync(cacheOf(filename), script.createCachedData()));
}

/** Compiles files for which there are options as scripts, which is the only way in which compiled code goes in and out. */
function compileWith(
  optionsFor: (filename: string) => { readonly cachedData?: Buffer } | null,
  onScript: (filename: string, script: Script) => void = () => undefined,
): void {
  const prototype = Module.prototype as unknown as Compiling;
  const compile = prototype._compile;
  prototype._compile = function (content, filename, ...rest) {
    const options = optionsFor(filename);
    if (!options) return compile.call(this, content, filename, ...rest);
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    const script = new Script(Module.wrap(content), { ...options, filename, importModuleDynamically });
    onScript(filename, script);
    const run = script.runInThisContext() as Wrapper;
    return run.call(this.exports, this.exports, createRequire(filename), this, filename, dirname(filename));
  };
}
