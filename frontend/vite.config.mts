import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { blueprintParts } from './blueprint-parts.mts';
import { chunks } from './chunks.mts';
import { compressAssets } from './compress-assets.mts';
import { contractImports } from './contract-imports.mts';
import { firstLoad } from './first-load.mts';
import { pageFiles } from './page-files.mts';

const frontendRoot = import.meta.dirname;
const contracts = path.join(frontendRoot, '../libs/contracts/src');
const serverOrigin = 'http://127.0.0.1:3000';

/**
 * The console is a static build: the server hands out dist/frontend and nothing else.
 * No inline script is produced, because the content policy of the server allows scripts from its own origin only.
 */
export default defineConfig({
  root: frontendRoot,
  plugins: [
    react(),
    contractImports(contracts),
    blueprintParts(),
    firstLoad(),
    pageFiles(frontendRoot),
    compressAssets(),
  ],
  resolve: {
    alias: { '@contracts': path.join(contracts, 'index.ts') },
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
      output: { codeSplitting: { groups: chunks(frontendRoot) } },
    },
  },
  server: {
    // The contracts lie beside the console, not inside it.
    fs: { allow: [path.join(frontendRoot, '..')] },
    proxy: Object.fromEntries(['/api', '/v1', '/pg', '/healthz'].map(prefix => [prefix, serverOrigin])),
  },
});
