import i18next from 'i18next';
import { payment } from './en/payment';

function add(): void {
  i18next.addResourceBundle('en', 'translation', { payment }, true, true);
}

// Pages that few visit first import this file, so that their English texts come with them and not with the first load.
// Chinese is one file, which is loaded when it is chosen.
if (i18next.isInitialized) add();
else i18next.on('initialized', add);
