export { ImportModule, importEntities } from './console/import.module';
export { runImport, type ImportReport } from './run/run-import';
