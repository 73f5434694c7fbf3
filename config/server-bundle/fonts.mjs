import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** One weight of the five in the package, and its licence. */
const FILES = ['fonts/NotoSansHans-Regular.otf', 'LICENSE'];

/**
 * Puts the font of PDF files beside the server, so that the package with all its weights need not be installed where the
 * server runs.
 *
 * @returns {import('vite').Plugin}
 */
export function fonts(root) {
  return {
    name: 'fonts',
    writeBundle({ dir }) {
      mkdirSync(join(dir, 'fonts'), { recursive: true });
      for (const file of FILES) {
        copyFileSync(join(root, 'node_modules/@embedpdf/fonts-sc', file), join(dir, 'fonts', file.split('/').at(-1)));
      }
    },
  };
}
