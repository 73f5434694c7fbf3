import '@blueprintjs/core/lib/css/blueprint.css';
import '@blueprintjs/select/lib/css/blueprint-select.css';
import './styles/index.css';
import { askEarly } from './api/early-calls';
import { applyLateStyles } from './base/late-styles';
import { breath } from './shared/browser/breath';

/** The first load in pieces, each of which is compiled and run in a task of its own. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root');
  askEarly(window.location.pathname);
  const styles = applyLateStyles();
  await import('react-dom/client');
  await breath();
  await import('./app/pieces/redux');
  await breath();
  await import('./app/pieces/router');
  await breath();
  await import('./app/pieces/blueprint');
  await breath();
  const { startConsole } = await import('./app/start');
  await breath();
  await startConsole(root, styles);
}

void start();
