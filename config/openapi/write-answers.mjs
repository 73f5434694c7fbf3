import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describeAnswers } from './controllers.mjs';

/** Writes what the routes of the console answer into the file that the server reads when it is asked for `/openapi.json`. */
const root = resolve(import.meta.dirname, '../..');
const file = join(root, 'dist/openapi/answers.json');
mkdirSync(dirname(file), { recursive: true });
// Two that write at once write the same.
const draft = `${file}.${process.pid}`;
writeFileSync(draft, JSON.stringify(describeAnswers(root)));
renameSync(draft, file);
