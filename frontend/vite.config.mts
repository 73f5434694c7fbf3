import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.mts';
import { firstLoad } from './first-load.mts';

const frontendRoot = import.meta.dirname;
const serverOrigin = 'http://127.0.0.1:3000';
/** Pages, and other parts that are loaded when they are opened. */
const SHARED_BY = 6;

/**
 * The console is a static build: the server hands out dist/frontend and nothing else.
 * No inline script is produced, because the content policy of the server allows scripts from its own origin only.
 */
export default defineConfig({
  root: frontendRoot,
  plugins: [react(), firstLoad(), compressAssets()],
  resolve: {
    alias: { '@contracts': path.join(frontendRoot, '../libs/contracts/src/index.ts') },
  },
  build: {
    outDir: path.join(frontendRoot, '../dist/frontend'),
    emptyOutDir: true,
    target: 'es2022',
    // Small files stay files: a data address in a script or style would need a looser content policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The contracts are tables only; what a page does not use of them must not weigh on the first load.
      treeshake: { moduleSideEffects: (id: string) => !id.includes('/libs/contracts/') },
      // What many pages share comes in two files: eighty small ones, one icon each, cost slow lines more than their bytes.
      output: {
        codeSplitting: {
          groups: [
            // Vite's own loader of parts; the entry needs nothing else.
            { name: 'loader', test: /vite.preload-helper/, priority: 2 },
            // Apart, since it is the first piece that main.ts runs.
            { name: 'react', test: /node_modules[/\\](react|react-dom|scheduler)[/\\]/, priority: 1 },
            { name: 'provider', test: /node_modules/, minShareCount: SHARED_BY },
            { name: 'shared', test: /frontend.src/, minShareCount: SHARED_BY },
          ],
        },
      },
    },
  },
  server: {
    // The contracts lie beside the console, not inside it.
    fs: { allow: [path.join(frontendRoot, '..')] },
    proxy: Object.fromEntries(['/api', '/v1', '/pg', '/healthz'].map(prefix => [prefix, serverOrigin])),
  },
});
