import { alertKinds, type FiringAlert } from '@contracts';

/** What an alert is called: as its rule, or by its kind where the rule has no name. */
export function alertName({ name, kind }: Pick<FiringAlert, 'name' | 'kind'>, language: string): string {
  return name || alertKinds[kind].title[language.startsWith('zh') ? 'zh' : 'en'];
}
