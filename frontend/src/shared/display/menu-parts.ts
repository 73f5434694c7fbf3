/** What opens beside its target, with the library that finds the place for it: a script of its own. */
export { MenuItem, PopoverNext, Tooltip } from '@blueprintjs/core';
