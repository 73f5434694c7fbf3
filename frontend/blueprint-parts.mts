import postcss, { type Rule } from 'postcss';
import { type Plugin } from 'vite';

const STYLES = /@blueprintjs[/\\]core[/\\]lib[/\\]css[/\\]blueprint\.css/;
const ICON_NAMES = /@blueprintjs[/\\]icons[/\\]lib[/\\]esm[/\\]iconNames\.js/;

/** Components that the console does not use, by the start of their classes; the visit of every page looks for losses. */
const UNUSED = [
  'breadcrumb',
  'card-list',
  'compound-tag',
  'control-card',
  'dialog-step',
  'editable-text',
  'entity-title',
  'link',
  'multistep-dialog',
  'numeric-input',
  'overflow-list',
  'panel-stack',
  'tree',
] as const;

const UNUSED_CLASS = new RegExp(String.raw`\.bp6-(${UNUSED.join('|')})s?2?(?![a-z])`);
/** Selectors that match nothing in the console. */
const MATCHES_NOTHING = [
  // Icons of a font, which is not loaded: the console draws its icons.
  /\.bp6-icon-[a-z0-9-]+:{1,2}before/,
  // The dark theme is a class of the body, so the attribute is never set, and the class never stands inside a component.
  /\[data-bp-color-scheme/,
  /[a-z0-9)\]] >?\s*\.bp6-dark\b/,
  // The class of no intent, and of a component that is called `html-select` now: Blueprint sets neither.
  /\.bp6-intent-default\b/,
  /\.bp6-select(?![a-z-])/,
  // Looks that no list of choices and no group of buttons of the console has.
  /select\.bp6-intent-/,
  /\.bp6-button-group\.bp6-outlined/,
];

/**
 * Leaves out what the console does not use of Blueprint: the styles of some components and looks, and the table of the names of
 * all icons, which is computed at every start and serves icons that are named by a string only.
 */
export function blueprintParts(): Plugin {
  return {
    name: 'blueprint-parts',
    enforce: 'pre',
    transform(code, id) {
      if (STYLES.test(id)) return { code: withoutUnused(code), map: null };
      if (ICON_NAMES.test(id)) return { code: NO_ICON_NAMES, map: null };
      return null;
    },
  };
}

const NO_ICON_NAMES = 'export const IconNames = {};\nexport const IconNamesSet = new Set();\n';

function withoutUnused(css: string): string {
  const styles = postcss.parse(css);
  styles.walkRules(rule => {
    if (!isInKeyframes(rule)) keepSelectors(rule, rule.selectors.filter(isUsed));
  });
  return styles.toString();
}

function isInKeyframes({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && 'name' in parent && String(parent.name).endsWith('keyframes');
}

function isUsed(selector: string): boolean {
  return !UNUSED_CLASS.test(selector) && !MATCHES_NOTHING.some(pattern => pattern.test(selector));
}

function keepSelectors(rule: Rule, kept: readonly string[]): void {
  if (kept.length === 0) rule.remove();
  else if (kept.length < rule.selectors.length) rule.selectors = [...kept];
}
