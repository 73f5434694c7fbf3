export { ImportModule, importEntities } from './console/import.module';
export { type ImportReport } from './run/run-import';

/** The import itself is loaded when it is first asked for: a server rarely needs it. */
export async function loadImport() {
  const { runImport } = await import('./run/run-import.js');
  return runImport;
}
