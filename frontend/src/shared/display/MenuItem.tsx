import { type ComponentProps } from 'react';
import { loadedMenus } from './late-menus';

type MenuItemProps = ComponentProps<ReturnType<typeof loadedMenus>['MenuItem']>;

/** An entry of a menu, which is rendered only inside of what opens beside a target. */
export function MenuItem(props: MenuItemProps) {
  const { MenuItem: Item } = loadedMenus();
  return <Item {...props} />;
}
