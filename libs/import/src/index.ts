export { runImport, type ImportReport } from './run/run-import';
