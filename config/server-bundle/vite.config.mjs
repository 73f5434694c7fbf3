import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { defineConfig } from 'vite';
import { asciiOnly } from './ascii-only.mjs';
import { fonts } from './fonts.mjs';
import { leaveOut } from './leave-out.mjs';

const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'apps/server/src');

/** The modules that run in a thread of their own, wherever they are; each becomes a file beside the server. */
const threads = readdirSync(join(root, 'libs'), { recursive: true })
  .filter(path => /\/src\/.*-worker\.ts$/.test(path) && !path.includes('/testing/'))
  .map(path => join(root, 'libs', path));

const programs = [
  ...['main', 'cli', 'ledger-verify', 'write-code-cache'].map(name => join(source, `${name}.ts`)),
  join(root, 'apps/demo/src/demo.ts'),
];

/**
 * The server in a few files instead of three thousand: what is needed when it starts, and one file for each thing that is
 * loaded later. Native drivers, and modules that are found by a path made at run time, stay in node_modules.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [leaveOut(), asciiOnly(), fonts(root)],
  resolve: {
    tsconfigPaths: true,
    // Its build for Node is CommonJS, of which nothing can be left out.
    alias: [{ find: /^rxjs$/, replacement: join(root, 'node_modules/rxjs/dist/esm/index.js') }],
  },
  ssr: { noExternal: true, external: ['sqlite3', '@node-rs/argon2', 'pg', 'mysql2'] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: join(root, 'dist/server'),
    emptyOutDir: true,
    sourcemap: true,
    // Names and lines stay as they are for those who read a stack trace.
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries([...programs, ...threads].map(path => [basename(path, '.ts'), path])),
      // A module of the libs does nothing but define: what nobody imports of it is left out.
      treeshake: { moduleSideEffects: id => !/\/libs\/.*(?<!-worker)\.ts$/.test(id) },
      output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: '[name].js', comments: false },
    },
  },
});
