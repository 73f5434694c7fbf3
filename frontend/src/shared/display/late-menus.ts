type MenuParts = typeof import('./menu-parts');

function fetchParts(): Promise<MenuParts> {
  return import('./menu-parts');
}

let parts: MenuParts | null = null;
let source = fetchParts;

/** @throws when the server is away */
export async function loadMenus(): Promise<MenuParts> {
  parts ??= await source();
  return parts;
}

/** Begins as a visit does, without them; they come from the server unless a test says otherwise. */
export function forgetMenus(from: () => Promise<MenuParts> = fetchParts): void {
  parts = null;
  source = from;
}

/** Null until they are here. */
export function menusIfLoaded(): MenuParts | null {
  return parts;
}

/** @throws Error outside of what opens beside a target, where they are not sure to be here */
export function loadedMenus(): MenuParts {
  if (parts === null) throw new Error('a part of a menu is rendered before its script is here');
  return parts;
}

/** Loads them once the reader moves, touches or presses anything, so that the first menu opens at once. */
export function loadMenusWhenUsed(): void {
  const signs = ['pointermove', 'pointerdown', 'keydown'] as const;
  const load = () => {
    for (const sign of signs) document.removeEventListener(sign, load, true);
    void loadMenus().catch(() => undefined); // asked for again by what opens
  };
  for (const sign of signs) document.addEventListener(sign, load, true);
}
