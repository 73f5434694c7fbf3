import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

/** `npm run faults [sqlite|postgres|mysql] [PART_OF_NAME]`: what a database does to a running node, as rows of a table. */
await prepare();
const [dialect, part = ''] = process.argv.slice(2);
console.log(
  '| database | fault | answered | 503 | broken | longest call (s) | … of others (s) | 503 of /readyz after (s) | back after (s) | charges lost | units held | difference |\n' +
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
);
for (const name of dialect ? [dialect] : ['sqlite', 'postgres', 'mysql']) {
  execFileSync(process.execPath, ['--import', 'tsx', join(root, 'test/faults/faults.ts'), name, part], {
    cwd: root,
    stdio: 'inherit',
  });
}
