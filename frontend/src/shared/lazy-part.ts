import { lazy, type ComponentType } from 'react';
import { loadTexts } from '../i18n';

/** A page or dialog that is loaded when it is first shown, with the texts that the first visit did without. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [part] = await Promise.all([load(), loadTexts()]);
    return { default: part };
  });
}
