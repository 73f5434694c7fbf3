import '@blueprintjs/core/lib/css/blueprint.css';
import '@blueprintjs/select/lib/css/blueprint-select.css';
import '../../styles/index.css';
import '../../styles/log.css';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { UiProvider } from '../../app/UiProvider';
import { startTranslations } from '../../i18n';
import { DesignPage } from './DesignPage';

/** Only the development server has this page; the build begins at index.html and never sees it. */
async function start(): Promise<void> {
  await startTranslations('en');
  createRoot(document.getElementById('root') ?? document.body).render(
    <UiProvider>
      <MemoryRouter>
        <DesignPage />
      </MemoryRouter>
    </UiProvider>,
  );
}

void start();
