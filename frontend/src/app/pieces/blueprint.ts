/** A piece of the first load: compiles and runs the components. */
export { Button } from '@blueprintjs/core';
