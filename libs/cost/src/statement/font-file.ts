import { existsSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'NotoSansHans-Regular.otf';

/** The font of PDF files. The build puts it beside the server; without a build it is that of the package. */
export function fontFile(configDirectory: string): string {
  const root = join(configDirectory, '..');
  const built = join(root, 'dist', 'server', 'fonts', NAME);
  return existsSync(built) ? built : join(root, 'node_modules', '@embedpdf', 'fonts-sc', 'fonts', NAME);
}
